; Procedures of modules, procedure arguments and pointers as flang makes them, in the text of LLVM 19
; (less what its runtime does): a component that is a procedure pointer is one of a record, a
; procedure is handed over as a pair with its length, one within another through a trampoline.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_QFEp = internal global ptr null
@_QFEt = internal global { ptr } zeroinitializer

define i32 @_QMtasksPadd_one(ptr %n) {
  %value = load i32, ptr %n, align 4
  %result = add i32 %value, 1
  ret i32 %result
}

define i32 @_QMtasksPnegate(ptr %n) {
  %value = load i32, ptr %n, align 4
  %result = sub i32 0, %value
  ret i32 %result
}

define i32 @_QMtasksPtwice(ptr %n) {
  %value = load i32, ptr %n, align 4
  %result = mul i32 %value, 2
  ret i32 %result
}

define i32 @_QMtasksPapply(ptr %f, ptr %n) {
  %pair = insertvalue { ptr, i64 } undef, ptr %f, 0
  %whole = insertvalue { ptr, i64 } %pair, i64 undef, 1
  %procedure = extractvalue { ptr, i64 } %whole, 0
  %result = call i32 %procedure(ptr %n)
  ret i32 %result
}

; It is within the main program, whose variables it is handed first.
define internal i32 @_QFPlocal(ptr nest %host, ptr %n) {
  %at = load ptr, ptr %host, align 8
  %base = load i32, ptr %at, align 4
  %value = load i32, ptr %n, align 4
  %result = add i32 %value, %base
  ret i32 %result
}


define void @_QQmain() {
  %one = alloca i32, align 4
  %base = alloca i32, align 4
  %hosts = alloca { ptr }, align 8
  %code = alloca [32 x i8], align 16
  store i32 1, ptr %one, align 4
  store i32 4, ptr %base, align 4
  store ptr %base, ptr %hosts, align 8
  store ptr @_QMtasksPadd_one, ptr @_QFEp, align 8
  store ptr @_QMtasksPnegate, ptr @_QFEt, align 8
  %p = load ptr, ptr @_QFEp, align 8
  %first = call i32 %p(ptr %one)
  %run = load ptr, ptr @_QFEt, align 8
  %second = call i32 %run(ptr %one)
  %third = call i32 @_QMtasksPapply(ptr @_QMtasksPtwice, ptr %one)
  call void @llvm.init.trampoline(ptr %code, ptr @_QFPlocal, ptr %hosts)
  %local = call ptr @llvm.adjust.trampoline(ptr %code)
  %fourth = call i32 @_QMtasksPapply(ptr %local, ptr %one)
  ret void
}

define i32 @main(i32 %argc, ptr %argv, ptr %envp) {
  call void @_QQmain()
  ret i32 0
}

declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)
