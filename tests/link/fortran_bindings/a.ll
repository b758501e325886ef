; Type-bound procedures as flang makes them, in the text of LLVM 19 (shortened): the description of a
; type leads to the table of its bindings, which keeps procedures as integers; an object is handed
; over in a descriptor, beside the description of its dynamic type.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%_QM__fortran_type_infoTderivedtype = type { { ptr, i64 }, ptr }
%_QM__fortran_type_infoTbinding = type { { i64 }, ptr }

@_QMshapesE.n.area = linkonce_odr constant [4 x i8] c"area"
@_QMshapesE.v.square = linkonce_odr constant [1 x %_QM__fortran_type_infoTbinding] [%_QM__fortran_type_infoTbinding { { i64 } { i64 ptrtoint (ptr @_QMshapesPsquare_area to i64) }, ptr @_QMshapesE.n.area }]
@_QMshapesE.v.circle = linkonce_odr constant [1 x %_QM__fortran_type_infoTbinding] [%_QM__fortran_type_infoTbinding { { i64 } { i64 ptrtoint (ptr @_QMshapesPcircle_area to i64) }, ptr @_QMshapesE.n.area }]
@_QMshapesE.v.line = linkonce_odr constant [1 x %_QM__fortran_type_infoTbinding] [%_QM__fortran_type_infoTbinding { { i64 } { i64 ptrtoint (ptr @_QMshapesPline_area to i64) }, ptr @_QMshapesE.n.area }]
@_QMshapesE.dt.square = linkonce_odr constant %_QM__fortran_type_infoTderivedtype { { ptr, i64 } { ptr @_QMshapesE.v.square, i64 1 }, ptr null }
@_QMshapesE.dt.circle = linkonce_odr constant %_QM__fortran_type_infoTderivedtype { { ptr, i64 } { ptr @_QMshapesE.v.circle, i64 1 }, ptr null }
@_QMshapesE.dt.line = linkonce_odr constant %_QM__fortran_type_infoTderivedtype { { ptr, i64 } { ptr @_QMshapesE.v.line, i64 1 }, ptr null }

define i32 @_QMshapesPsquare_area(ptr %this) {
  ret i32 4
}

define i32 @_QMshapesPcircle_area(ptr %this) {
  ret i32 3
}

define i32 @_QMshapesPline_area(ptr %this) {
  ret i32 0
}

; class(shape): whatever was stored in the descriptor
define i32 @_QMshapesPdescribe(ptr %this) {
  %at.type = getelementptr { ptr, i64, i32, i8, i8, i8, i8, ptr, [1 x i64] }, ptr %this, i32 0, i32 7
  %type = load ptr, ptr %at.type, align 8
  %at.table = getelementptr %_QM__fortran_type_infoTderivedtype, ptr %type, i32 0, i32 0
  %descriptor = load { ptr, i64 }, ptr %at.table, align 8
  %table = extractvalue { ptr, i64 } %descriptor, 0
  %binding = getelementptr %_QM__fortran_type_infoTbinding, ptr %table, i64 0
  %at.procedure = getelementptr %_QM__fortran_type_infoTbinding, ptr %binding, i32 0, i32 0
  %at.address = getelementptr { i64 }, ptr %at.procedure, i32 0, i32 0
  %address = load i64, ptr %at.address, align 8
  %procedure = inttoptr i64 %address to ptr
  %area = call i32 %procedure(ptr %this)
  ret i32 %area
}

define void @_QQmain() {
  %object = alloca i32, align 4
  %first = alloca { ptr, i64, i32, i8, i8, i8, i8, ptr, [1 x i64] }, align 8
  %second = alloca { ptr, i64, i32, i8, i8, i8, i8, ptr, [1 x i64] }, align 8
  %filled = insertvalue { ptr, i64, i32, i8, i8, i8, i8, ptr, [1 x i64] } { ptr undef, i64 4, i32 20180515, i8 0, i8 42, i8 0, i8 1, ptr @_QMshapesE.dt.square, [1 x i64] zeroinitializer }, ptr %object, 0
  store { ptr, i64, i32, i8, i8, i8, i8, ptr, [1 x i64] } %filled, ptr %first, align 8
  %one = call i32 @_QMshapesPdescribe(ptr %first)
  store ptr %object, ptr %second, align 8
  %at.type = getelementptr i8, ptr %second, i64 24
  store ptr @_QMshapesE.dt.circle, ptr %at.type, align 8
  %two = call i32 @_QMshapesPdescribe(ptr %second)
  ret void
}

define i32 @main(i32 %argc, ptr %argv, ptr %envp) {
  call void @_QQmain()
  ret i32 0
}
