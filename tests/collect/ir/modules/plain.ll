; A module of no language in particular: every way one function calls or names another.
target triple = "x86_64-pc-linux-gnu"

@table = internal constant [2 x ptr] [ptr @in_table, ptr @declared]
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @at_start, ptr null }]

@other_name = alias i32 (i32), ptr @defined
@chosen = ifunc i32 (i32), ptr @resolver

declare i32 @declared(i32)
declare extern_weak i32 @maybe(i32)
declare void @register(ptr)
declare void @"quoted+name"()
declare i32 @personality(...)
declare void @llvm.donothing()

define i32 @defined(i32 %n) {
  %a = call i32 @declared(i32 %n)
  %b = tail call i32 @maybe(i32 %a)
  ret i32 %b
}

define internal i32 @recursive(i32 %n) {
  %r = musttail call i32 @recursive(i32 %n)
  ret i32 %r
}

define internal i32 @in_table(i32 %n) {
  %r = call i32 (i32, ...) @variadic(i32 %n, ptr @register)
  ret i32 %r
}

declare i32 @variadic(i32, ...)

define ptr @resolver() {
  %which = call i32 @recursive(i32 0)
  ret ptr @in_table
}

define weak_odr void @at_start() {
  call void @llvm.donothing()
  call void @register(ptr @callback)
  call void @"quoted+name"()
  call void asm sideeffect "call declared", ""()
  ret void
}

define internal void @callback() {
  %r = call i32 @other_name(i32 1)
  %s = call i32 @chosen(i32 %r)
  ret void
}

define i32 @indirect(i64 %which, ptr %given) personality ptr @personality {
  %slot = getelementptr [2 x ptr], ptr @table, i64 0, i64 %which
  %function = load ptr, ptr %slot
  %a = call i32 %function(i32 1)
  %b = invoke i32 %given(i32 %a) to label %good unwind label %bad

good:
  %c = invoke i32 @defined(i32 %b) to label %done unwind label %bad

bad:
  %pad = landingpad { ptr, i32 } cleanup
  call void @callback()
  resume { ptr, i32 } %pad

done:
  ret i32 %c
}
