; Names as rustc makes them, of both manglings. `C2` is a module here, not a constructor.
target triple = "x86_64-unknown-linux-gnu"

@vtable.0 = private unnamed_addr constant { ptr, i64, i64, ptr } { ptr @"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE", i64 24, i64 8, ptr @"_ZN58_$LT$demo..Square$u20$as$u20$demo..Shape$GT$4area17h89abcdef01234567E" }

declare i32 @rust_eh_personality(i32, i32, ptr, i64, ptr, ptr)
declare i64 @_ZN3std2rt19lang_start_internal17h1111111111111111E(ptr, ptr, i64, ptr, i8)
declare void @_ZN4core9panicking5panic17h2222222222222222E(ptr, i64, ptr) noreturn
declare void @__rust_dealloc(ptr, i64, i64)
declare i32 @_RNvCs1234_7mycrate3foo(i32)
declare i32 @_RINvNtCs1234_7mycrate3bar3baziEB4_(i32)

define internal i32 @_ZN4demo2C22D217h3333333333333333E(i32 %n) {
  %r = call i32 @_ZN4demo2C12D117h3333333333333333E(i32 %n)
  ret i32 %r
}

define internal i32 @_ZN4demo2C12D117h3333333333333333E(i32 %n) {
  %r = call i32 @_RNvCs1234_7mycrate3foo(i32 %n)
  ret i32 %r
}

define internal double @"_ZN58_$LT$demo..Square$u20$as$u20$demo..Shape$GT$4area17h89abcdef01234567E"(ptr %self) {
  call void @_ZN4core9panicking5panic17h2222222222222222E(ptr %self, i64 0, ptr null)
  unreachable
}

define internal void @"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE"(ptr %string) {
  call void @__rust_dealloc(ptr %string, i64 24, i64 8)
  ret void
}

define internal i32 @_RNCNvCs1234_4demo4main0B3_(ptr %env, i32 %n) {
  %r = call i32 @_RINvNtCs1234_7mycrate3bar3baziEB4_(i32 %n)
  ret i32 %r
}

define internal void @_RNvCs1234_4demo4main() personality ptr @rust_eh_personality {
  %string = alloca [24 x i8]
  %a = invoke i32 @_ZN4demo2C22D217h3333333333333333E(i32 1) to label %next unwind label %cleanup

next:
  %b = call i32 @_RNCNvCs1234_4demo4main0B3_(ptr %string, i32 %a)
  call void @"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE"(ptr %string)
  ret void

cleanup:
  %pad = landingpad { ptr, i32 } cleanup
  call void @"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE"(ptr %string)
  resume { ptr, i32 } %pad
}

define i32 @main(i32 %argc, ptr %argv) {
  %wide = sext i32 %argc to i64
  %r = call i64 @_ZN3std2rt19lang_start_internal17h1111111111111111E(ptr @_RNvCs1234_4demo4main, ptr @vtable.0, i64 %wide, ptr %argv, i8 0)
  %status = trunc i64 %r to i32
  ret i32 %status
}
