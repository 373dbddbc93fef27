module {
  imperative.func @f(%path: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"path", positional>]} {
    %path_cell = imperative.cell "path"
    imperative.store %path, %path_cell : !imperative.object
    %error_cell = imperative.cell "error"
    %file_cell = imperative.cell "file"
    imperative.try {
      %open = imperative.get_global "open" : !imperative.object
      %path_0 = imperative.load %path_cell : !imperative.object
      %0 = imperative.call %open(%path_0) : (!imperative.object, !imperative.object) -> !imperative.object
      imperative.store %0, %file_cell : !imperative.object
    } except {
    ^bb0(%arg0: !imperative.object):
      %OSError = imperative.get_global "OSError" : !imperative.object
      %exception_matches = imperative.constant #imperative.builtin<"janusc.helpers.exception_matches"> -> !imperative.object
      %0 = imperative.call %exception_matches(%arg0, %OSError) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
      %1 = imperative.truth %0 : !imperative.object
      imperative.if %1 {
        imperative.store %arg0, %error_cell : !imperative.object
        imperative.try {
          %RuntimeError = imperative.get_global "RuntimeError" : !imperative.object
          %str = imperative.constant "no " -> !imperative.object
          %path_0 = imperative.load %path_cell : !imperative.object
          %2 = imperative.format %path_0 : (!imperative.object) -> !imperative.object {conversion = "r"}
          %3 = imperative.build_string(%str, %2) : (!imperative.object, !imperative.object) -> !imperative.object
          %4 = imperative.call %RuntimeError(%3) : (!imperative.object, !imperative.object) -> !imperative.object
          %error = imperative.load %error_cell : !imperative.object
          imperative.raise %4 from %error : !imperative.object, !imperative.object
        } finally {
          %none = imperative.constant #imperative.none -> !imperative.object
          imperative.store %none, %error_cell : !imperative.object
          imperative.delete %error_cell
        }
      } else {
        imperative.reraise
      }
    } finally {
      %print = imperative.get_global "print" : !imperative.object
      %str = imperative.constant "done" -> !imperative.object
      %0 = imperative.call %print(%str) : (!imperative.object, !imperative.object) -> !imperative.object
    }
    %file = imperative.load %file_cell : !imperative.object
    imperative.return %file : !imperative.object
  }
}

