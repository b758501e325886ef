; Tables of type-bound procedures as flang makes them, in the text of LLVM 19 (shortened): each entry
; overrides that of the parent type, a call says which entry. An object, which holds a procedure besides,
; is not told apart from the description of its type, yet neither another entry nor that procedure is
; called. The runtime calls what is in the other table (outside_runtime.c), and nothing else.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%_QM__fortran_builtinsT__builtin_c_funptr = type { i64 }
%_QM__fortran_type_infoTbinding = type { %_QM__fortran_builtinsT__builtin_c_funptr, ptr }
%_QM__fortran_type_infoTspecialbinding = type { i8, i8, i8, i8, [4 x i8], %_QM__fortran_builtinsT__builtin_c_funptr }
%_QM__fortran_type_infoTderivedtype = type { ptr, ptr }

@_QMshapesE.v.square = linkonce_odr constant [2 x %_QM__fortran_type_infoTbinding] [%_QM__fortran_type_infoTbinding { %_QM__fortran_builtinsT__builtin_c_funptr { i64 ptrtoint (ptr @_QMshapesPsquare_area to i64) }, ptr null }, %_QM__fortran_type_infoTbinding { %_QM__fortran_builtinsT__builtin_c_funptr { i64 ptrtoint (ptr @_QMshapesPcorners to i64) }, ptr null }]
@_QMshapesE.v.circle = linkonce_odr constant [2 x %_QM__fortran_type_infoTbinding] [%_QM__fortran_type_infoTbinding { %_QM__fortran_builtinsT__builtin_c_funptr { i64 ptrtoint (ptr @_QMshapesPcircle_area to i64) }, ptr null }, %_QM__fortran_type_infoTbinding { %_QM__fortran_builtinsT__builtin_c_funptr { i64 ptrtoint (ptr @_QMshapesPround to i64) }, ptr null }]
@_QMshapesE.s.circle = linkonce_odr constant [1 x %_QM__fortran_type_infoTspecialbinding] [%_QM__fortran_type_infoTspecialbinding { i8 2, i8 0, i8 0, i8 0, [4 x i8] undef, %_QM__fortran_builtinsT__builtin_c_funptr { i64 ptrtoint (ptr @_QMshapesPfinish to i64) } }]
@_QMshapesE.dt.square = linkonce_odr constant %_QM__fortran_type_infoTderivedtype { ptr @_QMshapesE.v.square, ptr null }
@_QMshapesE.dt.circle = linkonce_odr constant %_QM__fortran_type_infoTderivedtype { ptr @_QMshapesE.v.circle, ptr @_QMshapesE.s.circle }

define i32 @_QMshapesPsquare_area(ptr %this) {
  ret i32 4
}

define i32 @_QMshapesPcircle_area(ptr %this) {
  ret i32 3
}

define i32 @_QMshapesPcorners(ptr %this) {
  ret i32 4
}

define i32 @_QMshapesPround(ptr %this) {
  ret i32 0
}

define void @_QMshapesPfinish(ptr %this) {
  ret void
}

define i32 @_QMshapesPkept(ptr %this) {
  ret i32 1
}

; The runtime calls nothing by name.
define i32 @_QMshapesPnever(ptr %this) {
  ret i32 2
}

; entry 0
define i32 @_QMshapesPdescribe(ptr %this) {
  %at.type = getelementptr { ptr, ptr }, ptr %this, i32 0, i32 1
  %type = load ptr, ptr %at.type, align 8
  %table = load ptr, ptr %type, align 8
  %binding = getelementptr %_QM__fortran_type_infoTbinding, ptr %table, i64 0
  %at.address = getelementptr %_QM__fortran_type_infoTbinding, ptr %binding, i32 0, i32 0
  %address = load i64, ptr %at.address, align 8
  %procedure = inttoptr i64 %address to ptr
  %area = call i32 %procedure(ptr %this)
  ret i32 %area
}

; entry 1
define i32 @_QMshapesPcount(ptr %this) {
  %at.type = getelementptr { ptr, ptr }, ptr %this, i32 0, i32 1
  %type = load ptr, ptr %at.type, align 8
  %table = load ptr, ptr %type, align 8
  %binding = getelementptr %_QM__fortran_type_infoTbinding, ptr %table, i64 1
  %at.procedure = getelementptr %_QM__fortran_type_infoTbinding, ptr %binding, i32 0, i32 0
  %at.address = getelementptr %_QM__fortran_builtinsT__builtin_c_funptr, ptr %at.procedure, i32 0, i32 0
  %address = load i64, ptr %at.address, align 8
  %procedure = inttoptr i64 %address to ptr
  %corners = call i32 %procedure(ptr %this)
  ret i32 %corners
}

; no entry that the code names
define i32 @_QMshapesPeach(ptr %this, i64 %entry) {
  %at.type = getelementptr { ptr, ptr }, ptr %this, i32 0, i32 1
  %type = load ptr, ptr %at.type, align 8
  %table = load ptr, ptr %type, align 8
  %binding = getelementptr %_QM__fortran_type_infoTbinding, ptr %table, i64 %entry
  %address = load i64, ptr %binding, align 8
  %procedure = inttoptr i64 %address to ptr
  %result = call i32 %procedure(ptr %this)
  ret i32 %result
}

define void @_QQmain() {
  %object = alloca { ptr, ptr }, align 8
  %first = alloca { ptr, ptr }, align 8
  %second = alloca { ptr, ptr }, align 8
  store ptr @_QMshapesPkept, ptr %object, align 8
  %at.first = getelementptr { ptr, ptr }, ptr %first, i32 0, i32 1
  %at.second = getelementptr { ptr, ptr }, ptr %second, i32 0, i32 1
  store ptr %object, ptr %first, align 8
  store ptr %object, ptr %second, align 8
  store ptr @_QMshapesE.dt.square, ptr %at.first, align 8
  store ptr @_QMshapesE.dt.circle, ptr %at.second, align 8
  call void @_FortranAAssign(ptr %first, ptr %second, ptr null, i32 0)
  %one = call i32 @_QMshapesPdescribe(ptr %first)
  %two = call i32 @_QMshapesPcount(ptr %second)
  %three = call i32 @_QMshapesPeach(ptr %first, i64 1)
  ret void
}

define i32 @main(i32 %argc, ptr %argv, ptr %envp) {
  call void @_QQmain()
  ret i32 0
}

declare void @_FortranAAssign(ptr, ptr, ptr, i32)
