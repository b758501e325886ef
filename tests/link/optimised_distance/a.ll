; The distance between two variables, which an optimiser computes as a constant, leads from one to the other.
source_filename = "a.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.around = type { i64, i64, ptr }

@around = internal global %struct.around zeroinitializer, align 8
@base = internal global [8 x i8] zeroinitializer, align 1

define internal fastcc void @keep() noinline {
  store ptr @hit, ptr getelementptr inbounds (i8, ptr @around, i64 16), align 8
  ret void
}

define internal fastcc void @use() noinline {
  %function = load ptr, ptr getelementptr inbounds (i8, ptr getelementptr inbounds (i8, ptr @base, i64 sub (i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @around, i64 8) to i64), i64 ptrtoint (ptr @base to i64))), i64 8), align 8
  %result = tail call i32 %function(i32 1)
  ret void
}

define i32 @main() {
  tail call fastcc void @keep()
  tail call fastcc void @use()
  ret i32 0
}

define internal i32 @hit(i32 %x) noinline {
  ret i32 %x
}
