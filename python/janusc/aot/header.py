"""The C header beside an exported program."""
from __future__ import annotations

import re
from pathlib import Path

from janusc.aot.signature import Signature, Value

_TEMPLATE = """\
/* {name}.h - made by janusc {version} for {target}; ABI version {abi}.
 *
{summary}
 */

#ifndef JANUS_PROGRAM_{guard}_H
#define JANUS_PROGRAM_{guard}_H

{tensor}
#ifdef __cplusplus
extern "C" {{
#endif

/* The program with its own copy of the state: one thread at a time uses a handle,
 * any number of handles may be alive. Functions return a janus_status. */
typedef struct {name} {name};

/* A new handle. `weights`: {weights}.
 * On failure *handle is null and {name}_message(NULL) says why. */
int32_t {name}_create(const char *weights, {name} **handle);

/* {run_summary}
 *
 * Inputs must be in row-major order and are only read. An output whose data is null gets
 * memory that the caller releases with free(); its sizes belong to the handle and hold until
 * the handle's next call. An output that has data is filled in place: its dtype and sizes must be the
 * result's. After an error no state has changed.
{arguments}
 */
int32_t {name}_{run}({name} *handle{parameters});

/* The state called `name`: memory of the handle, valid until its next call. */
int32_t {name}_get({name} *handle, const char *name, janus_tensor *tensor);

/* Copies a tensor of the same dtype and sizes into the state called `name`. */
int32_t {name}_set({name} *handle, const char *name, const janus_tensor *tensor);

/* Writes the whole state as a safetensors file, whole or not at all; reads one back,
 * checked before anything changes. */
int32_t {name}_save({name} *handle, const char *path);
int32_t {name}_load({name} *handle, const char *path);

/* What went wrong in the handle's last call; never null. */
const char *{name}_message(const {name} *handle);

/* Runs the program's parallel loops by the caller's threads: parallel_for must call
 * body(data, begin, end) over all of [0, n), in pieces of at least `grain`, and return when all are done.
 * Null: in the calling thread. */
typedef struct {name}_host {{
  void *user;        /* null */
  void *result;      /* null */
  void (*parallel_for)(void *loop_user, void (*body)(void *data, int64_t begin, int64_t end), void *data, int64_t n,
                       int64_t grain);
  void *loop_user;
}} {name}_host;
void {name}_set_host({name} *handle, const {name}_host *host);

/* The program's description, as text (docs/aot.md). */
const char *{name}_signature(void);

void {name}_destroy({name} *handle);

#ifdef __cplusplus
}}
#endif

#endif /* JANUS_PROGRAM_{guard}_H */
"""


def render(signature: Signature, *, version: str, abi: int, target: str, embedded: bool, tensor_header: Path) -> str:
    """The header's text; `tensor_header` is the runtime's tensor.h, which is copied into it."""
    name = signature.name
    parameters = "".join(f", const janus_tensor *{value.name}" for value in signature.inputs)
    parameters += "".join(f", janus_tensor *{value.name}" for value in signature.outputs)
    states = signature.of_kind("state", "value", "hidden")
    summary = [" * state:"] + [f" *   {_describe(value)}" for value in states] if states else [" * It keeps no state."]
    summary += [f" * {dim.name}: {dim.min} to {dim.max}, the same wherever it stands." for dim in signature.dims]
    arguments = [f" *   {value.name}: {_describe_type(value)} (in)" for value in signature.inputs]
    arguments += [f" *   {value.name}: {_describe_type(value)} (out)" for value in signature.outputs]
    return _TEMPLATE.format(
        name=name, guard=name.upper(), version=version, abi=abi, target=target,
        summary="\n".join(summary), arguments="\n".join(arguments), parameters=parameters,
        weights="a safetensors file with the state, or null for the state that is inside" if embedded
        else f"the safetensors file with the state, or null if {name}_load or {name}_set follows",
        run="step" if signature.has_updates else "run",
        run_summary="Runs the program once and changes the state." if signature.has_updates
        else "Runs the program once.",
        tensor=_strip_comment(tensor_header.read_text()))


def _describe(value: Value) -> str:
    text = f"{value.name}: {_describe_type(value)}"
    return text + " (after a run)" if value.kind == "hidden" else text


def _describe_type(value: Value) -> str:
    if value.shape is None:
        return f"{value.dtype}, rank 0"
    sizes = ", ".join("any" if size == -1 else str(size) for size in value.shape)
    return f"{value.dtype} ({sizes})"


def _strip_comment(text: str) -> str:
    """Without the file's own heading."""
    return re.sub(r"\A/\*.*?\*/\s*", "", text, flags=re.DOTALL)
