/*
 * Standing in for functions that start programs, to notice those that nothing is preloaded into:
 * they are not recorded. Only in the shared library.
 */
#include "runtime.h"

#include "../recording/rights.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#define LIBRARY "libcgrecord"
#define SEGMENTS 16 /* that are looked at for the name of a loader: it is among the first */
#define SHELL "/bin/sh"

typedef int execute_function(const char *, char *const *, char *const *);
typedef int spawn_function(pid_t *, const char *, const posix_spawn_file_actions_t *,
                           const posix_spawnattr_t *, char *const *, char *const *);
typedef int descriptor_function(int, char *const *, char *const *);
typedef int system_function(const char *);
typedef FILE *popen_function(const char *, const char *);

static execute_function *real_execve;
static execute_function *real_execvpe;
static spawn_function *real_spawn;
static spawn_function *real_spawnp;
static descriptor_function *real_fexecve;
static system_function *real_system;
static popen_function *real_popen;

static void find_function(void *function, const char *name)
{
    *(void **)function = dlsym(RTLD_NEXT, name);
}

void cgr_programs_start(void)
{
    find_function(&real_execve, "execve");
    find_function(&real_execvpe, "execvpe");
    find_function(&real_spawn, "posix_spawn");
    find_function(&real_spawnp, "posix_spawnp");
    find_function(&real_fexecve, "fexecve");
    find_function(&real_system, "system");
    find_function(&real_popen, "popen");
}

/* A program that is started. The child of vfork is here as well, so all is on its stack. */
struct program {
    int file; /* descriptor, -1: it cannot be read */
    char line[1024];
};

#define PATH_IN(program) ((program)->line + 2)               /* behind what it begins with */
#define PATH_SIZE (sizeof((struct program *)NULL)->line - 3) /* with the byte 0 */

static int open_program(const char *path)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

/* As execvp does. */
static void search_path(struct program *program, const char *name)
{
    const char *list = getenv("PATH");
    for (const char *at = list ? list : "/bin:/usr/bin"; at && program->file < 0;) {
        const char *end = strchrnul(at, ':');
        snprintf(PATH_IN(program), PATH_SIZE, "%.*s/%s", (int)(end - at), end > at ? at : ".",
                 name);
        if (syscall(SYS_faccessat, AT_FDCWD, PATH_IN(program), X_OK) == 0) {
            program->file = open_program(PATH_IN(program));
        }
        at = *end ? end + 1 : NULL;
    }
}

/* Its path as the tool finds it. */
static void find_path(struct program *program)
{
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", program->file);
    ssize_t length = readlink(link, PATH_IN(program), PATH_SIZE - 1);
    PATH_IN(program)[length > 0 ? length : 0] = '\0';
}

static bool is_static(int file)
{
    Elf64_Ehdr header;
    Elf64_Phdr segments[SEGMENTS];
    if (syscall(SYS_pread64, file, &header, sizeof header, 0) != (ssize_t)sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
        return false;
    }
    long got = syscall(SYS_pread64, file, segments, sizeof segments, header.e_phoff);
    bool found = got < (long)sizeof *segments;
    for (long i = 0; i < header.e_phnum && (i + 1) * (long)sizeof *segments <= got; i++) {
        found = found || segments[i].p_type == PT_INTERP;
    }
    return !found && header.e_phnum <= SEGMENTS;
}

static bool is_preloaded(char *const *environment)
{
    static const char key[] = "LD_PRELOAD=";
    bool found = false;
    for (; environment && *environment && !found; environment++) {
        found = strncmp(*environment, key, sizeof key - 1) == 0 && strstr(*environment, LIBRARY);
    }
    return found;
}

/* @param from of the line */
static void write_line(const struct program *program, size_t from)
{
    char path[sizeof cgr_runtime.directory + sizeof CGR_NAME_UNSEEN + 1];
    size_t length = strlen(program->line + from);
    snprintf(path, sizeof path, "%s/" CGR_NAME_UNSEEN, cgr_runtime.directory);
    int file =
        (int)syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) {
        syscall(SYS_write, file, program->line + from, length);
        cgr_close(file);
    }
}

/* Note a program that nothing is preloaded into. A path with a line feed is not one that the tool
 * could show. */
static void note_program(struct program *program, char *const *environment)
{
    bool sees = program->file >= 0;
    char why = !is_preloaded(environment)                  ? CGR_UNSEEN_ENVIRONMENT
               : sees && cgr_changes_rights(program->file) ? CGR_UNSEEN_RIGHTS
               : sees && is_static(program->file)          ? CGR_UNSEEN_STATIC
                                                           : 0;
    if (sees) {
        find_path(program);
        cgr_close(program->file);
    }
    program->line[0] = why ? CGR_UNSEEN_NOT : '\0';
    program->line[1] = why;
    if (why && !strchr(PATH_IN(program), '\n')) {
        strcat(PATH_IN(program), "\n");
        write_line(program, 1);
    }
}

static bool may_note(void)
{
    return cgr_runtime.state == CGR_STARTED && !cgr_sealed;
}

/* @param searched in the directories of PATH */
static void note_name(struct program *program, const char *name, bool searched,
                      char *const *environment)
{
    int old_errno = errno;
    program->line[0] = '\0';
    if (may_note()) {
        program->file = -1;
        if (searched && !strchr(name, '/')) {
            search_path(program, name);
        } else {
            program->file = open_program(name);
        }
        if (program->file < 0) {
            snprintf(PATH_IN(program), PATH_SIZE, "%s", name);
        }
        note_program(program, environment);
    }
    errno = old_errno;
}

static int take_back(const struct program *program, int result)
{
    int old_errno = errno;
    if (result != 0 && program->line[0]) {
        write_line(program, 0);
    }
    errno = old_errno;
    return result;
}

static void need(const void *real)
{
    if (!real) {
        cgr_programs_start();
    }
}

static int execute(execute_function **real, const char *name, char *const *arguments,
                   char *const *environment)
{
    struct program program;
    need(*real);
    note_name(&program, name, real == &real_execvpe, environment);
    return take_back(&program, (*real)(name, arguments, environment));
}

CGR_EXPORT int execve(const char *path, char *const *arguments, char *const *environment);
CGR_EXPORT int execv(const char *path, char *const *arguments);
CGR_EXPORT int execvpe(const char *name, char *const *arguments, char *const *environment);
CGR_EXPORT int execvp(const char *name, char *const *arguments);

int execve(const char *path, char *const *arguments, char *const *environment)
{
    return execute(&real_execve, path, arguments, environment);
}

int execv(const char *path, char *const *arguments)
{
    return execute(&real_execve, path, arguments, environ);
}

int execvpe(const char *name, char *const *arguments, char *const *environment)
{
    return execute(&real_execvpe, name, arguments, environment);
}

int execvp(const char *name, char *const *arguments)
{
    return execute(&real_execvpe, name, arguments, environ);
}

/* Arguments up to NULL, and what follows them. */
static int count_arguments(va_list list)
{
    int count = 1;
    while (va_arg(list, char *)) {
        count++;
    }
    return count;
}

/* @param environment whether that follows the arguments */
static int execute_list(execute_function **real, const char *name, const char *first, va_list list,
                        bool environment)
{
    va_list counted;
    va_copy(counted, list);
    int count = first ? count_arguments(counted) : 0;
    va_end(counted);
    char *arguments[count + 1];
    arguments[0] = (char *)first;
    for (int i = 1; i <= count; i++) {
        arguments[i] = va_arg(list, char *);
    }
    return execute(real, name, arguments, environment ? va_arg(list, char *const *) : environ);
}

CGR_EXPORT int execl(const char *path, const char *first, ...);
CGR_EXPORT int execlp(const char *name, const char *first, ...);
CGR_EXPORT int execle(const char *path, const char *first, ...);

int execl(const char *path, const char *first, ...)
{
    va_list list;
    va_start(list, first);
    int result = execute_list(&real_execve, path, first, list, false);
    va_end(list);
    return result;
}

int execlp(const char *name, const char *first, ...)
{
    va_list list;
    va_start(list, first);
    int result = execute_list(&real_execvpe, name, first, list, false);
    va_end(list);
    return result;
}

int execle(const char *path, const char *first, ...)
{
    va_list list;
    va_start(list, first);
    int result = execute_list(&real_execve, path, first, list, true);
    va_end(list);
    return result;
}

CGR_EXPORT int fexecve(int file, char *const *arguments, char *const *environment);

int fexecve(int file, char *const *arguments, char *const *environment)
{
    struct program program;
    char path[32];
    need(real_fexecve);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    note_name(&program, path, false, environment);
    return take_back(&program, real_fexecve(file, arguments, environment));
}

/* These start a shell with what libc has for itself. */
CGR_EXPORT int system(const char *command);
CGR_EXPORT FILE *popen(const char *command, const char *mode);

int system(const char *command)
{
    struct program program;
    need(real_system);
    if (!command) {
        return real_system(command);
    }
    note_name(&program, SHELL, false, environ);
    int result = real_system(command);
    take_back(&program, result == -1);
    return result;
}

FILE *popen(const char *command, const char *mode)
{
    struct program program;
    need(real_popen);
    note_name(&program, SHELL, false, environ);
    FILE *stream = real_popen(command, mode);
    take_back(&program, !stream);
    return stream;
}

static int spawn(spawn_function **real, pid_t *pid, const char *name,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                 char *const *arguments, char *const *environment)
{
    struct program program;
    need(*real);
    note_name(&program, name, real == &real_spawnp, environment);
    return take_back(&program, (*real)(pid, name, actions, attributes, arguments, environment));
}

CGR_EXPORT int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                           const posix_spawnattr_t *attributes, char *const *arguments,
                           char *const *environment);
CGR_EXPORT int posix_spawnp(pid_t *pid, const char *name, const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *attributes, char *const *arguments,
                            char *const *environment);

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *arguments,
                char *const *environment)
{
    return spawn(&real_spawn, pid, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t *pid, const char *name, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const *arguments,
                 char *const *environment)
{
    return spawn(&real_spawnp, pid, name, actions, attributes, arguments, environment);
}
