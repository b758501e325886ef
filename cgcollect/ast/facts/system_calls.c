/*
 * Recognises calls of `syscall` for which the kernel neither keeps nor returns a pointer that the
 * program may use, and calls nothing. The number is known by the macro that defines it, so that
 * every processor has its own.
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/* From the manual pages, section 2. Left out is what runs functions or stacks (clone, rt_sigaction,
 * timer_create), returns or moves memory (mmap, brk, shmat, arch_prctl), gives back a word that it
 * was given (epoll_ctl, io_submit, io_uring_enter), and what reads or writes bytes, which may be
 * those of a pointer (read, write, process_vm_readv, bpf, keyctl). */
static const char *const idle[] = {
    "acct",
    "adjtimex",
    "capget",
    "capset",
    "clock_adjtime",
    "clock_getres",
    "clock_gettime",
    "clock_nanosleep",
    "clock_settime",
    "close",
    "close_range",
    "copy_file_range",
    "delete_module",
    "dup3",
    "eventfd",
    "eventfd2",
    "execve",
    "execveat",
    "exit",
    "exit_group",
    "faccessat",
    "faccessat2",
    "fadvise64",
    "fallocate",
    "fanotify_init",
    "fanotify_mark",
    "fchmodat",
    "fchmodat2",
    "finit_module",
    "fsconfig",
    "fsmount",
    "fsopen",
    "futex",
    "futex_time64",
    "get_mempolicy",
    "getcpu",
    "getdents",
    "getdents64",
    "getegid",
    "geteuid",
    "getgid",
    "getpgid",
    "getpid",
    "getppid",
    "getrandom",
    "getsid",
    "gettid",
    "gettimeofday",
    "getuid",
    "init_module",
    "inotify_init1",
    "ioprio_get",
    "ioprio_set",
    "kcmp",
    "kill",
    "landlock_add_rule",
    "landlock_create_ruleset",
    "landlock_restrict_self",
    "linkat",
    "mbind",
    "membarrier",
    "memfd_create",
    "memfd_secret",
    "migrate_pages",
    "mincore",
    "mkdirat",
    "mlock2",
    "mlockall",
    "mount",
    "mount_setattr",
    "move_mount",
    "move_pages",
    "name_to_handle_at",
    "nanosleep",
    "open",
    "open_by_handle_at",
    "open_tree",
    "openat",
    "openat2",
    "perf_event_open",
    "pidfd_getfd",
    "pidfd_open",
    "pidfd_send_signal",
    "pipe2",
    "pivot_root",
    "prlimit64",
    "quotactl",
    "quotactl_fd",
    "readahead",
    "reboot",
    "renameat2",
    "sched_getaffinity",
    "sched_getattr",
    "sched_getparam",
    "sched_getscheduler",
    "sched_setaffinity",
    "sched_setattr",
    "sched_setparam",
    "sched_setscheduler",
    "sched_yield",
    "seccomp",
    "set_mempolicy",
    "setdomainname",
    "setfsgid",
    "setfsuid",
    "setgid",
    "setgroups",
    "sethostname",
    "setns",
    "setregid",
    "setresgid",
    "setresuid",
    "setreuid",
    "setsid",
    "settimeofday",
    "setuid",
    "statfs",
    "statx",
    "swapoff",
    "swapon",
    "sync_file_range",
    "syncfs",
    "sysinfo",
    "syslog",
    "tgkill",
    "timerfd_create",
    "tkill",
    "umount2",
    "uname",
    "unlinkat",
    "unshare",
    "utimensat",
    "waitid",
};

/** The name of the macro in whose definition a place is, up to the end of the text; NULL: none. */
static const char *defined_macro(struct ast *ast, CXSourceLocation place)
{
    CXFile file;
    unsigned offset;
    size_t size = 0;
    clang_getSpellingLocation(place, &file, NULL, NULL, &offset);
    const char *text = file ? ast_contents(ast, file, &size) : NULL;
    if (!text || offset >= size) {
        return NULL;
    }
    const char *line = text + offset;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    line += strspn(line, " \t");
    line += *line == '#';
    line += strspn(line, " \t");
    return g_str_has_prefix(line, "define") ? line + 6 + strspn(line + 6, " \t") : NULL;
}

bool ast_facts_is_idle_system_call(struct ast *ast, CXCursor function,
                                   const struct cursors *arguments)
{
    static const char *const prefixes[] = {"__NR_", "SYS_"};
    bool of_library = ast_in_system(ast, clang_getCursorLocation(function));
    const char *macro = of_library && arguments->count > 0
                            ? defined_macro(ast, clang_getCursorLocation(arguments->items[0]))
                            : NULL;
    for (size_t i = 0; macro && i < G_N_ELEMENTS(prefixes); i++) {
        const char *name = macro + strlen(prefixes[i]);
        size_t length = g_str_has_prefix(macro, prefixes[i]) ? strcspn(name, " \t\n(") : 0;
        for (size_t k = 0; length > 0 && k < G_N_ELEMENTS(idle); k++) {
            if (strlen(idle[k]) == length && memcmp(idle[k], name, length) == 0) {
                return true;
            }
        }
    }
    return false;
}
