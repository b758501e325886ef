; A procedure that was not collected is handed nothing, and may still put a procedure into a variable of
; a module, as flang makes it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_QMtasksEp = global ptr null

define void @_QMtasksPone() {
  ret void
}

define void @_QMtasksPother() {
  ret void
}

define void @_QQmain() {
  store ptr @_QMtasksPone, ptr @_QMtasksEp, align 8
  call void @init_()
  %p = load ptr, ptr @_QMtasksEp, align 8
  call void %p()
  ret void
}

define i32 @main(i32 %argc, ptr %argv, ptr %envp) {
  call void @_QQmain()
  ret i32 0
}

declare void @init_()
