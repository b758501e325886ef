; Two numbers of four bytes side by side are the address of a function, which an optimiser wrote as constants.
source_filename = "a.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@objects = internal global [4 x [64 x i8]] zeroinitializer, align 16
@n = internal global i32 1, align 4

define internal fastcc void @keep(ptr %to) noinline {
  %first = getelementptr inbounds i8, ptr %to, i64 8
  store i32 ptrtoint (ptr @hit to i32), ptr %first, align 8
  %shifted = lshr i64 ptrtoint (ptr @hit to i64), 32
  %high = trunc i64 %shifted to i32
  %second = getelementptr inbounds i8, ptr %to, i64 12
  store i32 %high, ptr %second, align 4
  ret void
}

define internal fastcc void @use(ptr %from) noinline {
  %place = getelementptr inbounds i8, ptr %from, i64 8
  %number = load i64, ptr %place, align 8
  %function = inttoptr i64 %number to ptr
  %result = tail call i32 %function(i32 1)
  ret void
}

define i32 @main() {
  %which = load volatile i32, ptr @n, align 4
  %index = sext i32 %which to i64
  %object = getelementptr inbounds [4 x [64 x i8]], ptr @objects, i64 0, i64 %index
  tail call fastcc void @keep(ptr %object)
  tail call fastcc void @use(ptr %object)
  ret i32 0
}

define internal i32 @hit(i32 %x) noinline {
  ret i32 %x
}
