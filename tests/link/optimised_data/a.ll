; What optimisers make of data, in the text of LLVM 19: switches as tables, tables of distances, two
; pointers that are stored at once, copies through integers, arguments that were promoted.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@switch.table.choose = private unnamed_addr constant [2 x ptr] [ptr @chosen, ptr @other]
@reltable.relative = private unnamed_addr constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @near to i64), i64 ptrtoint (ptr @reltable.relative to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @far to i64), i64 ptrtoint (ptr @reltable.relative to i64)) to i32)], align 4
@split.0 = internal unnamed_addr global ptr null, align 8

define internal void @chosen() { ret void }
define internal void @other() { ret void }
define internal void @near() { ret void }
define internal void @far() { ret void }
define internal void @left() { ret void }
define internal void @right() { ret void }
define internal void @copied() { ret void }
define internal void @kept() { ret void }
define internal void @never() { ret void }
define internal void @pieced() { ret void }
define internal void @numbered() { ret void }
define internal void @gathered() { ret void }
define internal void @rest(ptr %x) { ret void }

define void @by_switch(i64 %n) {
  %at = getelementptr inbounds [2 x ptr], ptr @switch.table.choose, i64 0, i64 %n
  %f = load ptr, ptr %at, align 8
  tail call void %f()
  ret void
}

define void @by_distance(i64 %n) {
  %shift = shl i64 %n, 2
  %f = call ptr @llvm.load.relative.i64(ptr @reltable.relative, i64 %shift)
  tail call void %f()
  ret void
}

define void @by_vector(ptr %pair) {
  %f = load ptr, ptr %pair, align 8
  tail call void %f()
  %at = getelementptr inbounds i8, ptr %pair, i64 8
  %g = load ptr, ptr %at, align 8
  tail call void %g()
  ret void
}

define void @store_vector(ptr %pair) {
  store <2 x ptr> <ptr @left, ptr @right>, ptr %pair, align 8
  ret void
}

define void @by_integer(ptr %from) {
  %to = alloca i64, align 8
  %word = load i64, ptr %from, align 8
  store i64 %word, ptr %to, align 8
  %f = load ptr, ptr %to, align 8
  tail call void %f()
  ret void
}

define void @by_pieces(ptr %from) {
  %to = alloca [8 x i8], align 8
  %low = load i32, ptr %from, align 8
  %at.high = getelementptr inbounds i8, ptr %from, i64 4
  %high = load i32, ptr %at.high, align 4
  store i32 %low, ptr %to, align 8
  %to.high = getelementptr inbounds i8, ptr %to, i64 4
  store i32 %high, ptr %to.high, align 4
  %f = load ptr, ptr %to, align 8
  tail call void %f()
  ret void
}

define void @by_number(i64 %tagged) {
  %plain = and i64 %tagged, -2
  %f = inttoptr i64 %plain to ptr
  tail call void %f()
  ret void
}

define void @by_product(i64 %n, i64 %m) {
  %number = mul i64 %n, %m
  %f = inttoptr i64 %number to ptr
  tail call void %f()
  ret void
}

define internal fastcc void @promoted(ptr %f) {
  tail call void %f()
  ret void
}

define void @by_mask(ptr %from) {
  %two = call <2 x ptr> @llvm.masked.load.v2p0.p0(ptr %from, i32 8, <2 x i1> <i1 true, i1 false>, <2 x ptr> zeroinitializer)
  %f = extractelement <2 x ptr> %two, i64 0
  tail call void %f()
  ret void
}

define void @forward(ptr %first, ...) {
  musttail call void (ptr, ...) @variadic(ptr %first, ...)
  ret void
}

define void @variadic(ptr %first, ...) {
  %list = alloca [1 x { i32, i32, ptr, ptr }], align 16
  call void @llvm.va_start.p0(ptr %list)
  %at.area = getelementptr inbounds i8, ptr %list, i64 16
  %area = load ptr, ptr %at.area, align 16
  %at = getelementptr i8, ptr %area, i64 8
  %f = load ptr, ptr %at, align 8
  call void @llvm.va_end.p0(ptr %list)
  tail call void %f(ptr %first)
  ret void
}

; Nobody runs it, since what a jump leads to seems called by whoever called what jumps.
define void @by_variadic(ptr %pair) {
  call void (ptr, ...) @forward(ptr %pair, ptr @rest)
  ret void
}

define i32 @main(i32 %argc, ptr %argv) {
  %pair = alloca [2 x ptr], align 8
  %source = alloca ptr, align 8
  %pieces = alloca ptr, align 8
  %masked = alloca [2 x ptr], align 8
  call void @by_switch(i64 1)
  call void @by_distance(i64 1)
  call void @store_vector(ptr %pair)
  call void @by_vector(ptr %pair)
  store ptr @copied, ptr %source, align 8
  call void @by_integer(ptr %source)
  store ptr @pieced, ptr %pieces, align 8
  call void @by_pieces(ptr %pieces)
  call void @by_number(i64 add (i64 ptrtoint (ptr @numbered to i64), i64 0))
  store ptr @kept, ptr @split.0, align 8
  %f = load ptr, ptr @split.0, align 8
  call fastcc void @promoted(ptr %f)
  store ptr @gathered, ptr %masked, align 8
  call void @by_mask(ptr %masked)
  ret i32 0
}

declare ptr @llvm.load.relative.i64(ptr, i64)
declare <2 x ptr> @llvm.masked.load.v2p0.p0(ptr, i32, <2 x i1>, <2 x ptr>)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
