# Helpers that give every janus target the same flags.

set(JANUS_CXX_FLAGS -Wall -Wextra -Wno-unused-parameter)
if(JANUS_WERROR)
  list(APPEND JANUS_CXX_FLAGS -Werror)
endif()
if(NOT LLVM_ENABLE_RTTI)
  list(APPEND JANUS_CXX_FLAGS -fno-rtti)
endif()
set(JANUS_LINK_FLAGS)
if(JANUS_SANITIZE)
  # vptr needs RTTI of classes that live in the unsanitized libMLIR.so.
  list(APPEND JANUS_CXX_FLAGS -fsanitize=${JANUS_SANITIZE} -fno-sanitize=vptr -fno-omit-frame-pointer)
  list(APPEND JANUS_LINK_FLAGS -fsanitize=${JANUS_SANITIZE})
endif()

function(janus_target_defaults name)
  target_compile_options(${name} PRIVATE ${JANUS_CXX_FLAGS})
  target_link_options(${name} PRIVATE ${JANUS_LINK_FLAGS})
endfunction()

# The sanitizers alone, for targets with flags of their own (the C runtime).
function(janus_sanitize name)
  if(JANUS_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${JANUS_SANITIZE})
    target_link_options(${name} PUBLIC -fsanitize=${JANUS_SANITIZE})
  endif()
endfunction()

# Compiles the headers of MLIR that most of the compiler includes once, for all
# libraries. Only headers from outside belong here: a change of one of ours would
# rebuild everything. CMAKE_DISABLE_PRECOMPILE_HEADERS=ON does without.
# CMake also names the header itself to clang, by a path that no other checkout
# has, so that none would find its objects in the cache.
set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
add_library(janus-precompiled OBJECT ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
target_precompile_headers(janus-precompiled PRIVATE
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/Linalg/IR/Linalg.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Tensor/IR/Tensor.h>
  <mlir/IR/BuiltinOps.h>
  <mlir/IR/Matchers.h>
  <mlir/IR/PatternMatch.h>
  <mlir/Interfaces/InferTypeOpInterface.h>
  <llvm/ADT/TypeSwitch.h>
)
janus_target_defaults(janus-precompiled)
target_compile_options(janus-precompiled PRIVATE -fno-exceptions)
# It names files of this build, so another build must not get it from the cache;
# and what is compiled with it is found by what it was made of, in any build.
set_target_properties(janus-precompiled PROPERTIES CXX_COMPILER_LAUNCHER "")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/janus-precompiled.dir/cmake_pch.hxx.pch.sum
  CONTENT "LLVM ${LLVM_PACKAGE_VERSION}\n")

# add_janus_unittest(Name source... [LINK_LIBS lib...]): a gtest binary, run by
# `ninja check-unit`.
function(add_janus_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  janus_target_defaults(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gtest GTest::gtest_main)
  add_dependencies(${name} janus-headers)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unittests)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# add_janus_library(Name source... [DEPENDS target...] [LINK_LIBS lib...])
# A static, position-independent library of the compiler (links libMLIR).
function(add_janus_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  janus_target_defaults(${name})
  target_compile_options(${name} PRIVATE -fno-exceptions)
  target_precompile_headers(${name} REUSE_FROM janus-precompiled)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} MLIR LLVM)
  # Every generated header exists before any of our code compiles.
  add_dependencies(${name} janus-headers ${ARG_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY JANUS_LIBS ${name})
endfunction()

# add_janus_tool(name source... [LINK_LIBS lib...])
function(add_janus_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  janus_target_defaults(${name})
  target_compile_options(${name} PRIVATE -fno-exceptions)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
  add_dependencies(${name} janus-headers)
endfunction()

# janus_tablegen(Foo.td Foo.h.inc -gen-op-decls ...): one generated file, hung
# on the target janus-headers.
function(janus_tablegen td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(TABLEGEN_OUTPUT)
  mlir_tablegen(${output} ${ARGN} EXTRA_INCLUDES ${PROJECT_SOURCE_DIR}/include)
  string(MAKE_C_IDENTIFIER "gen-${CMAKE_CURRENT_BINARY_DIR}-${output}" target)
  add_custom_target(${target} DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_dependencies(janus-headers ${target})
endfunction()
