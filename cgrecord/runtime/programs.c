/*
 * Standing in for functions that start programs, to notice those that nothing is preloaded into:
 * they are not recorded. Only in the shared library.
 */
#include "runtime.h"

#include <dlfcn.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libcgrecord"

typedef int execute_function(const char *, char *const *, char *const *);
typedef int spawn_function(pid_t *, const char *, const posix_spawn_file_actions_t *,
                           const posix_spawnattr_t *, char *const *, char *const *);

static execute_function *real_execve;
static execute_function *real_execvpe;
static spawn_function *real_spawn;
static spawn_function *real_spawnp;

void cgr_programs_start(void)
{
    *(void **)&real_execve = dlsym(RTLD_NEXT, "execve");
    *(void **)&real_execvpe = dlsym(RTLD_NEXT, "execvpe");
    *(void **)&real_spawn = dlsym(RTLD_NEXT, "posix_spawn");
    *(void **)&real_spawnp = dlsym(RTLD_NEXT, "posix_spawnp");
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

/* @return what is to be taken back if the program cannot be started */
static uint32_t note(char *const *environment)
{
    uint32_t unseen = cgr_runtime.state == CGR_STARTED && !is_preloaded(environment);
    if (unseen) {
        __atomic_fetch_add(&cgr_runtime.header->unseen, 1, __ATOMIC_RELAXED);
    }
    return unseen;
}

static int take_back(uint32_t unseen, int result)
{
    if (unseen && result != 0) {
        __atomic_fetch_sub(&cgr_runtime.header->unseen, unseen, __ATOMIC_RELAXED);
    }
    return result;
}

static int execute(execute_function **real, const char *name, char *const *arguments,
                   char *const *environment)
{
    if (!*real) {
        cgr_programs_start();
    }
    uint32_t unseen = note(environment);
    return take_back(unseen, (*real)(name, arguments, environment));
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

static int spawn(spawn_function **real, pid_t *pid, const char *name,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                 char *const *arguments, char *const *environment)
{
    if (!*real) {
        cgr_programs_start();
    }
    uint32_t unseen = note(environment);
    return take_back(unseen, (*real)(pid, name, actions, attributes, arguments, environment));
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
