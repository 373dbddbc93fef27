module {
  imperative.func @f(%n: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"n", positional>]} {
    %n_cell = imperative.cell "n"
    imperative.store %n, %n_cell : !imperative.object
    %add_cell = imperative.cell "add"
    %c1 = imperative.constant 1 : i64 -> !imperative.object
    %add0 = imperative.make_function @f.add0 captures(%n_cell) defaults(%c1) : (!imperative.object) -> !imperative.object
    imperative.store %add0, %add_cell : !imperative.object
    %c2 = imperative.constant 2 : i64 -> !imperative.object
    imperative.store %c2, %n_cell : !imperative.object
    %range = imperative.get_global "range" : !imperative.object
    %n_0 = imperative.load %n_cell : !imperative.object
    %0 = imperative.call %range(%n_0) : (!imperative.object, !imperative.object) -> !imperative.object
    %1 = imperative.build_list() : () -> !imperative.object
    %x_cell = imperative.cell "x"
    %y_cell = imperative.cell "y"
    imperative.for %arg0 : !imperative.object in %0 : !imperative.object {
      imperative.store %arg0, %x_cell : !imperative.object
      %c1_1 = imperative.constant 1 : i64 -> !imperative.object
      %c2_2 = imperative.constant 2 : i64 -> !imperative.object
      %2 = imperative.build_tuple(%c1_1, %c2_2) : (!imperative.object, !imperative.object) -> !imperative.object
      imperative.for %arg1 : !imperative.object in %2 : !imperative.object {
        imperative.store %arg1, %y_cell : !imperative.object
        %x = imperative.load %x_cell : !imperative.object
        %3 = imperative.truth %x : !imperative.object
        imperative.if %3 {
          %add = imperative.load %add_cell : !imperative.object
          %x_3 = imperative.load %x_cell : !imperative.object
          %y = imperative.load %y_cell : !imperative.object
          %4 = imperative.call %add(%x_3, %y) names ["", "by"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
          %append = imperative.get_attr %1, "append" : (!imperative.object) -> !imperative.object
          %5 = imperative.call %append(%4) : (!imperative.object, !imperative.object) -> !imperative.object
        }
      }
    }
    imperative.return %1 : !imperative.object
  }
  imperative.func @f.add0(%x: !imperative.object, %by: !imperative.object, %n_cell: !imperative.cell) -> !imperative.object attributes {captures = ["n"], params = [#imperative.param<"x", positional>, #imperative.param<"by", positional, unit>]} {
    %x_cell = imperative.cell "x"
    imperative.store %x, %x_cell : !imperative.object
    %by_cell = imperative.cell "by"
    imperative.store %by, %by_cell : !imperative.object
    %x_0 = imperative.load %x_cell : !imperative.object
    %n = imperative.load %n_cell : !imperative.object
    %0 = imperative.binary add %x_0, %n : (!imperative.object, !imperative.object) -> !imperative.object
    %by_1 = imperative.load %by_cell : !imperative.object
    %1 = imperative.binary add %0, %by_1 : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.return %1 : !imperative.object
  }
}

