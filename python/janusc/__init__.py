"""janusc: compiles imperative PyTorch code to native code."""
from janusc.errors import CompileError, JanusError, NoSource, Unsupported

__all__ = ["CompileError", "JanusError", "NoSource", "Unsupported"]
