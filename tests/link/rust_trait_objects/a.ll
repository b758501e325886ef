; Trait objects as rustc makes them, in the text of LLVM 19: a table of methods is a constant behind
; 24 bytes (the function that drops the object, size, alignment), an object is a pair of pointers.
; The compiler is one of its own, so nothing but the tables tells what is called.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@vtable.0 = private unnamed_addr constant <{ ptr, [16 x i8], ptr }> <{ ptr @"_ZN4core3ptr31drop_in_place$LT$a..Square$GT$17h0123456789abcdefE", [16 x i8] c"\04\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00", ptr @"_ZN46_$LT$a..Square$u20$as$u20$a..Shape$GT$4area17h0123456789abcde0E" }>, align 8
@vtable.1 = private unnamed_addr constant <{ [24 x i8], ptr }> <{ [24 x i8] c"\00\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00", ptr @"_ZN46_$LT$a..Circle$u20$as$u20$a..Shape$GT$4area17h0123456789abcde1E" }>, align 8
@vtable.2 = private unnamed_addr constant <{ [24 x i8], ptr }> <{ [24 x i8] c"\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00", ptr @"_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcde2E" }>, align 8

define internal void @"_ZN4core3ptr31drop_in_place$LT$a..Square$GT$17h0123456789abcdefE"(ptr %_1) unnamed_addr {
  ret void
}

define internal i32 @"_ZN46_$LT$a..Square$u20$as$u20$a..Shape$GT$4area17h0123456789abcde0E"(ptr align 4 %self) unnamed_addr {
  %side = load i32, ptr %self, align 4
  %area = mul i32 %side, %side
  ret i32 %area
}

define internal i32 @"_ZN46_$LT$a..Circle$u20$as$u20$a..Shape$GT$4area17h0123456789abcde1E"(ptr align 4 %self) unnamed_addr {
  %radius = load i32, ptr %self, align 4
  %area = mul i32 %radius, 3
  ret i32 %area
}

define internal i32 @"_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcde2E"(ptr align 1 %_1, i32 %n) unnamed_addr {
  %more = add i32 %n, 1
  ret i32 %more
}

; Shapes in an array: fn total(shapes: &[&dyn Shape]) -> i32
define internal i32 @_ZN1a5total17h0123456789abcde3E(ptr align 8 %shapes.0, i64 %shapes.1) unnamed_addr {
start:
  br label %each

each:
  %i = phi i64 [ 0, %start ], [ %next, %each ]
  %sum = phi i32 [ 0, %start ], [ %sum.next, %each ]
  %at = getelementptr inbounds { ptr, ptr }, ptr %shapes.0, i64 %i
  %object = load ptr, ptr %at, align 8
  %at.vtable = getelementptr inbounds i8, ptr %at, i64 8
  %vtable = load ptr, ptr %at.vtable, align 8
  %at.area = getelementptr inbounds i8, ptr %vtable, i64 24
  %area = load ptr, ptr %at.area, align 8
  %found = call i32 %area(ptr %object)
  %sum.next = add i32 %sum, %found
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %shapes.1
  br i1 %more, label %each, label %done

done:
  ret i32 %sum.next
}

; fn apply(f: &dyn Fn(i32) -> i32) -> i32, of which an optimiser hands the method alone
define internal i32 @_ZN1a5apply17h0123456789abcde4E(ptr %f.0, ptr %method) unnamed_addr {
  %result = call i32 %method(ptr %f.0, i32 41)
  ret i32 %result
}

; Box<dyn Shape> goes: what drops it may be missing in its table.
define internal void @_ZN1a4drop17h0123456789abcde5E(ptr %box.0, ptr %box.1) unnamed_addr {
start:
  %drop = load ptr, ptr %box.1, align 8
  %none = icmp eq ptr %drop, null
  br i1 %none, label %done, label %call

call:
  call void %drop(ptr %box.0)
  br label %done

done:
  ret void
}

define i32 @main(i32 %argc, ptr %argv) {
start:
  %square = alloca i32, align 4
  %circle = alloca i32, align 4
  %shapes = alloca [2 x { ptr, ptr }], align 8
  store i32 2, ptr %square, align 4
  store i32 3, ptr %circle, align 4
  %pair = insertelement <2 x ptr> <ptr poison, ptr @vtable.0>, ptr %square, i64 0
  store <2 x ptr> %pair, ptr %shapes, align 8
  %second = getelementptr inbounds i8, ptr %shapes, i64 16
  store ptr %circle, ptr %second, align 8
  %second.vtable = getelementptr inbounds i8, ptr %shapes, i64 24
  store ptr @vtable.1, ptr %second.vtable, align 8
  %total = call i32 @_ZN1a5total17h0123456789abcde3E(ptr %shapes, i64 2)
  %method = load ptr, ptr getelementptr inbounds (i8, ptr @vtable.2, i64 24), align 8
  %more = call i32 @_ZN1a5apply17h0123456789abcde4E(ptr inttoptr (i64 1 to ptr), ptr %method)
  call void @_ZN1a4drop17h0123456789abcde5E(ptr %square, ptr @vtable.0)
  %sum = add i32 %total, %more
  %status = sub i32 %sum, 55
  ret i32 %status
}
