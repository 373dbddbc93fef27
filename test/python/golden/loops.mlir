module {
  imperative.func @f(%items: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"items", positional>]} {
    %items_cell = imperative.cell "items"
    imperative.store %items, %items_cell : !imperative.object
    %i_cell = imperative.cell "i"
    %item_cell = imperative.cell "item"
    %total_cell = imperative.cell "total"
    %c0 = imperative.constant 0 : i64 -> !imperative.object
    imperative.store %c0, %total_cell : !imperative.object
    %enumerate = imperative.get_global "enumerate" : !imperative.object
    %items_0 = imperative.load %items_cell : !imperative.object
    %0 = imperative.call %enumerate(%items_0) : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.for %arg0 : !imperative.object in %0 : !imperative.object {
      %1:2 = imperative.unpack %arg0 : (!imperative.object) -> (!imperative.object, !imperative.object)
      imperative.store %1#0, %i_cell : !imperative.object
      imperative.store %1#1, %item_cell : !imperative.object
      %item = imperative.load %item_cell : !imperative.object
      %none = imperative.constant #imperative.none -> !imperative.object
      %2 = imperative.compare is %item, %none : (!imperative.object, !imperative.object) -> !imperative.object
      %3 = imperative.truth %2 : !imperative.object
      imperative.if %3 {
        imperative.continue
      }
      imperative.while {
        %total_2 = imperative.load %total_cell : !imperative.object
        %item_3 = imperative.load %item_cell : !imperative.object
        %6 = imperative.compare lt %total_2, %item_3 : (!imperative.object, !imperative.object) -> !imperative.object
        %7 = imperative.truth %6 : !imperative.object
        imperative.condition %7
      } do {
        %total_2 = imperative.load %total_cell : !imperative.object
        %i = imperative.load %i_cell : !imperative.object
        %6 = imperative.inplace add %total_2, %i : (!imperative.object, !imperative.object) -> !imperative.object
        imperative.store %6, %total_cell : !imperative.object
      }
      %total_1 = imperative.load %total_cell : !imperative.object
      %c100 = imperative.constant 100 : i64 -> !imperative.object
      %4 = imperative.compare gt %total_1, %c100 : (!imperative.object, !imperative.object) -> !imperative.object
      %5 = imperative.truth %4 : !imperative.object
      imperative.if %5 {
        imperative.break
      }
    } else {
      %c-1 = imperative.constant -1 : i64 -> !imperative.object
      imperative.store %c-1, %total_cell : !imperative.object
    }
    %total = imperative.load %total_cell : !imperative.object
    imperative.return %total : !imperative.object
  }
}

