module {
  imperative.func @f(%self: !imperative.object, %x: !imperative.object, %scale: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"self", positional>, #imperative.param<"x", positional>, #imperative.param<"scale", keyword_only>]} {
    %self_cell = imperative.cell "self"
    imperative.store %self, %self_cell : !imperative.object
    %x_cell = imperative.cell "x"
    imperative.store %x, %x_cell : !imperative.object
    %scale_cell = imperative.cell "scale"
    imperative.store %scale, %scale_cell : !imperative.object
    %a_cell = imperative.cell "a"
    %b_cell = imperative.cell "b"
    %rest_cell = imperative.cell "rest"
    %F = imperative.get_global "F" : !imperative.object
    %relu = imperative.get_attr %F, "relu" : (!imperative.object) -> !imperative.object
    %self_0 = imperative.load %self_cell : !imperative.object
    %conv = imperative.get_attr %self_0, "conv" : (!imperative.object) -> !imperative.object
    %x_1 = imperative.load %x_cell : !imperative.object
    %0 = imperative.call %conv(%x_1) : (!imperative.object, !imperative.object) -> !imperative.object
    %none = imperative.constant #imperative.none -> !imperative.object
    %none_2 = imperative.constant #imperative.none -> !imperative.object
    %none_3 = imperative.constant #imperative.none -> !imperative.object
    %1 = imperative.build_slice %none, %none_2, %none_3 : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
    %none_4 = imperative.constant #imperative.none -> !imperative.object
    %const = imperative.constant #imperative.ellipsis -> !imperative.object
    %c-1 = imperative.constant -1 : i64 -> !imperative.object
    %2 = imperative.build_tuple(%1, %none_4, %const, %c-1) : (!imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object
    %3 = imperative.get_item %0[%2] : (!imperative.object, !imperative.object) -> !imperative.object
    %true = imperative.constant true -> !imperative.object
    %4 = imperative.call %relu(%3, %true) names ["", "inplace"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
    imperative.store %4, %x_cell : !imperative.object
    %self_5 = imperative.load %self_cell : !imperative.object
    %count = imperative.get_attr %self_5, "count" : (!imperative.object) -> !imperative.object
    %c1 = imperative.constant 1 : i64 -> !imperative.object
    %5 = imperative.inplace add %count, %c1 : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.set_attr %self_5, "count", %5 : !imperative.object, !imperative.object
    %x_6 = imperative.load %x_cell : !imperative.object
    %unbind = imperative.get_attr %x_6, "unbind" : (!imperative.object) -> !imperative.object
    %c0 = imperative.constant 0 : i64 -> !imperative.object
    %6 = imperative.call %unbind(%c0) : (!imperative.object, !imperative.object) -> !imperative.object
    %7:2 = imperative.unpack %6 : (!imperative.object) -> (!imperative.object, !imperative.object)
    imperative.store %7#0, %a_cell : !imperative.object
    %8:2 = imperative.unpack %7#1 : (!imperative.object) -> (!imperative.object, !imperative.object) {star = 1 : i64}
    imperative.store %8#0, %b_cell : !imperative.object
    imperative.store %8#1, %rest_cell : !imperative.object
    %a = imperative.load %a_cell : !imperative.object
    %b = imperative.load %b_cell : !imperative.object
    %T = imperative.get_attr %b, "T" : (!imperative.object) -> !imperative.object
    %9 = imperative.binary matmul %a, %T : (!imperative.object, !imperative.object) -> !imperative.object
    %scale_7 = imperative.load %scale_cell : !imperative.object
    %10 = imperative.binary mul %9, %scale_7 : (!imperative.object, !imperative.object) -> !imperative.object
    %rest = imperative.load %rest_cell : !imperative.object
    %11 = imperative.build_tuple(%10, %rest) : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.return %11 : !imperative.object
  }
}

