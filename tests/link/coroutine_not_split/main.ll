; A coroutine that is not split yet, resumed by the part that its frame has for that, as the compiler
; writes it before it splits coroutines.

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64)
declare void @free(ptr)

@done = internal global i32 1

define internal void @work() {
  store i32 0, ptr @done
  ret void
}

define ptr @coroutine() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %way = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %way, label %suspended [
    i8 0, label %resumed
    i8 1, label %ended
  ]

resumed:
  call void @work()
  br label %ended

ended:
  %freed = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %freed)
  br label %suspended

suspended:
  %end = call i1 @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define void @run(ptr %handle) {
  %part = call ptr @llvm.coro.subfn.addr(ptr %handle, i8 0)
  call fastcc void %part(ptr %handle)
  ret void
}

define i32 @main() {
  %handle = call ptr @coroutine()
  call void @run(ptr %handle)
  %result = load i32, ptr @done
  ret i32 %result
}
