"""lit configuration: one suite over test/, run against the tools in the build tree."""
import os

import lit.formats

config.name = "janus"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py", "Inputs", "python"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.janus_obj_root, "test")

tools = [os.path.join(config.janus_obj_root, "bin"), config.llvm_tools_dir]
config.environment["PATH"] = os.pathsep.join(tools + [config.environment["PATH"]])

# JANUS_VERIFY_ROUNDTRIP=1 makes every janus-opt of the suite print and parse
# its input twice, at whatever level it is.
if os.environ.get("JANUS_VERIFY_ROUNDTRIP"):
    config.substitutions.append((r"\bjanus-opt\b", "janus-opt --verify-roundtrip"))
