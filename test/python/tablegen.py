"""What our .td files declare, read through LLVM's own tablegen."""
import functools
import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLEGEN = "/usr/lib/llvm-22/bin/llvm-tblgen"
LLVM_INCLUDE = "/usr/lib/llvm-22/include"


@dataclass(frozen=True)
class Op:
    """An op as ODS declares it."""
    dialect: str
    name: str
    description: str

    @property
    def full_name(self) -> str:
        return f"{self.dialect}.{self.name}"

    def examples(self) -> list[str]:
        """The ```mlir blocks of its description."""
        blocks = re.findall(r"```mlir\n(.*?)```", self.description, re.DOTALL)
        return blocks


@functools.cache
def _records(td: Path) -> dict:
    command = [TABLEGEN, "--dump-json", f"-I{ROOT / 'include'}", f"-I{LLVM_INCLUDE}", str(td)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _includes_of(td: Path) -> set[str]:
    return set(re.findall(r'^include "(janus/.*)"', td.read_text(), re.MULTILINE))


def td_files() -> list[Path]:
    """The .td files that no other of ours includes."""
    files = sorted((ROOT / "include").rglob("*.td"))
    included = set().union(*(_includes_of(td) for td in files))
    return [td for td in files if str(td.relative_to(ROOT / "include")) not in included]


def ops() -> list[Op]:
    """Every op of every dialect of ours."""
    found = {}
    for td in td_files():
        records = _records(td)
        for name in records["!instanceof"].get("Op", []):
            record = records[name]
            dialect = records[record["opDialect"]["def"]]
            if dialect["cppNamespace"].startswith("::janus"):
                op = Op(dialect["name"], record["opName"], record["description"] or "")
                found[op.full_name] = op
    return [found[name] for name in sorted(found)]


def passes() -> list[str]:
    """The command-line name of every pass of ours."""
    found = set()
    for td in td_files():
        records = _records(td)
        found |= {records[name]["argument"] for name in records["!instanceof"].get("PassBase", [])}
    return sorted(found)
