module {
  imperative.func @f(%x: !imperative.object, %y: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>, #imperative.param<"y", positional>]} {
    %x_cell = imperative.cell "x"
    imperative.store %x, %x_cell : !imperative.object
    %y_cell = imperative.cell "y"
    imperative.store %y, %y_cell : !imperative.object
    %x_0 = imperative.load %x_cell : !imperative.object
    %y_1 = imperative.load %y_cell : !imperative.object
    %0 = imperative.compare lt %x_0, %y_1 : (!imperative.object, !imperative.object) -> !imperative.object
    %1 = imperative.truth %0 : !imperative.object
    %2 = imperative.if %1 -> !imperative.bool {
      %x_3 = imperative.load %x_cell : !imperative.object
      %5 = imperative.truth %x_3 : !imperative.object
      %6 = imperative.unary not %5 : (!imperative.bool) -> !imperative.bool
      imperative.yield %6 : !imperative.bool
    } else {
      %false = imperative.constant false -> !imperative.bool
      imperative.yield %false : !imperative.bool
    }
    imperative.if %2 {
      %y_3 = imperative.load %y_cell : !imperative.object
      imperative.return %y_3 : !imperative.object
    } else {
      %c0 = imperative.constant 0 : i64 -> !imperative.object
      %x_3 = imperative.load %x_cell : !imperative.object
      %5 = imperative.compare lt %c0, %x_3 : (!imperative.object, !imperative.object) -> !imperative.object
      %6 = imperative.truth %5 : !imperative.object
      %7 = imperative.if %6 -> !imperative.bool {
        %c10 = imperative.constant 10 : i64 -> !imperative.object
        %8 = imperative.compare lt %x_3, %c10 : (!imperative.object, !imperative.object) -> !imperative.object
        %9 = imperative.truth %8 : !imperative.object
        imperative.yield %9 : !imperative.bool
      } else {
        %false = imperative.constant false -> !imperative.bool
        imperative.yield %false : !imperative.bool
      }
      imperative.if %7 {
        %x_4 = imperative.load %x_cell : !imperative.object
        %c1 = imperative.constant 1 : i64 -> !imperative.object
        %8 = imperative.inplace add %x_4, %c1 : (!imperative.object, !imperative.object) -> !imperative.object
        imperative.store %8, %x_cell : !imperative.object
      }
    }
    %x_2 = imperative.load %x_cell : !imperative.object
    %3 = imperative.truth %x_2 : !imperative.object
    %4 = imperative.if %3 -> !imperative.object {
      %x_3 = imperative.load %x_cell : !imperative.object
      imperative.yield %x_3 : !imperative.object
    } else {
      %y_3 = imperative.load %y_cell : !imperative.object
      imperative.yield %y_3 : !imperative.object
    }
    imperative.return %4 : !imperative.object
  }
}

