; Names as flang makes them: the main program, procedures, those of a module and those inside.
target triple = "x86_64-unknown-linux-gnu"

declare void @_FortranAProgramStart(i32, ptr, ptr, ptr)
declare void @_FortranAProgramEndStatement()
declare void @_QPexternal(ptr)
declare void @c_bound(i32)

define void @_QPsub(ptr %n) {
  call void @_QPexternal(ptr %n)
  call void @_QFsubPinner(ptr %n)
  ret void
}

define internal void @_QFsubPinner(ptr %n) {
  %value = load i32, ptr %n
  call void @c_bound(i32 %value)
  ret void
}

define float @_QMshapesParea(ptr %n) {
  %r = call float @_QMshapesParea(ptr %n)
  call void @_QMshapesFareaPhelper(ptr %n)
  ret float %r
}

define internal void @_QMshapesFareaPhelper(ptr %n) {
  ret void
}

define void @_QPapply(ptr %procedure) {
  call void %procedure(ptr null)
  ret void
}

define void @_QQmain() {
  %n = alloca i32
  call void @_QPsub(ptr %n)
  %area = call float @_QMshapesParea(ptr %n)
  call void @_QPapply(ptr @_QPsub)
  ret void
}

define i32 @main(i32 %argc, ptr %argv, ptr %envp) {
  call void @_FortranAProgramStart(i32 %argc, ptr %argv, ptr %envp, ptr null)
  call void @_QQmain()
  call void @_FortranAProgramEndStatement()
  ret i32 0
}
