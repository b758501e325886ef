// A process that forbids itself system calls (seccomp) and would end by one: new paths, a new
// thread and a child, which counts as its parent. options --recursion 0 again --recursion 0 --clock
// needs -lpthread
// status 3
// calls main down 2
// calls work down 1
// calls down down 900
// calls down leaf 3
// total work 1
// locations 2
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void down(int depth)
{
    if (depth) {
        down(depth - 1);
    } else {
        leaf();
    }
    sink++;
}

void *work(void *data)
{
    down(300);
    return data;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

__attribute__((no_instrument_function)) static int forbid(void)
{
    static const unsigned forbidden[] = {
        SYS_open,  SYS_openat, SYS_read,          SYS_pwrite64,    SYS_fallocate,   SYS_close,
        SYS_stat,  SYS_gettid, SYS_getpid,        SYS_sigaltstack, SYS_mknodat,     SYS_getrlimit,
        SYS_prctl, SYS_fcntl,  SYS_clock_gettime, SYS_ftruncate,   SYS_timer_create};
    struct sock_filter filter[2 * COUNT(forbidden) + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    unsigned length = 1;
    for (unsigned i = 0; i < COUNT(forbidden); i++) {
        filter[length++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forbidden[i], 0, 1);
        filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    }
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {(unsigned short)length, filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

int main(void)
{
    pthread_t thread;
    int status = 0;
    const struct sock_fprog none = {0, NULL};
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &none); /* which fails */
    if (forbid()) {
        puts("cannot forbid");
    }
    down(300);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pid_t child = fork();
    if (!child) {
        down(300);
        _exit(2);
    }
    waitpid(child, &status, 0);
    return WEXITSTATUS(status) + 1;
}
