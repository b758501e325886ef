/*
 * Which functions are recorded. The tool decides, by names: it knows the symbols of the executables
 * and libraries, and the runtime asks it for each (see selection.h). What it says of a function
 * does not change, so a call that is left out needs no entry on the stack: its end is left out,
 * too.
 */
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WAITS 25000 /* 5 seconds: the tool may read much debug information */

struct cgr_chosen cgr_chosen;
uint32_t cgr_decision_mask;
uint64_t cgr_decisions[CGR_DECISIONS];
uintptr_t cgr_left_out[CGR_DECISIONS];

static void make_path(char *path, size_t size, const char *of, const char *end)
{
    snprintf(path, size, "%s/%016llx%s", cgr_runtime.directory,
             (unsigned long long)cgr_selection_name(of), end);
}

/* Map a file of the directory. @return NULL: there is none */
static const void *map(const char *path, size_t least)
{
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *mapped = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && (size_t)status.st_size >= least) {
        mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
    }
    if (file >= 0) {
        cgr_close(file);
    }
    return mapped == MAP_FAILED ? NULL : mapped;
}

static bool ask(const char *path)
{
    char want[sizeof cgr_runtime.path];
    size_t length = strlen(path);
    make_path(want, sizeof want, path, CGR_NAME_WANT);
    int file =
        (int)syscall(SYS_openat, AT_FDCWD, want, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0) {
        return errno == EEXIST; /* another process has asked */
    }
    bool done = syscall(SYS_write, file, path, length) == (ssize_t)length;
    cgr_close(file);
    return done;
}

const struct cgr_selection *cgr_selection_ask(const char *path)
{
    char name[sizeof cgr_runtime.path];
    int old_errno = errno;
    make_path(name, sizeof name, path, CGR_NAME_SELECTION);
    const struct cgr_selection *selection = cgr_sealed ? NULL : map(name, sizeof *selection);
    bool asked = !selection && !cgr_sealed && ask(path);
    for (int i = 0; i < WAITS && asked && !selection; i++) {
        cgr_pause_shortly();
        selection = map(name, sizeof *selection);
    }
    if (!selection) {
        __atomic_fetch_add(&cgr_runtime.header->unchosen, 1, __ATOMIC_RELAXED);
    }
    errno = old_errno;
    return selection;
}

static uint32_t look_up(const struct cgr_selection *selection, uint64_t place)
{
    const struct cgr_choice_of *choices = (const struct cgr_choice_of *)(selection + 1);
    uint32_t low = 0, high = selection->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (choices[middle].place < place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < selection->count && choices[low].place == place;
    return found ? choices[low].choice : selection->others;
}

uint32_t cgr_choose(uintptr_t function)
{
    uint64_t place;
    bool known;
    cgr_modules_need(function);
    const struct cgr_selection *selection = cgr_modules_selection(function, &place, &known);
    for (int i = 0; i < WAITS && !known && cgr_modules_are_sought(); i++) {
        cgr_pause_shortly();
        selection = cgr_modules_selection(function, &place, &known);
    }
    uint32_t choice = selection ? look_up(selection, place) : 0;
    uint32_t at = cgr_decision(function);
    __atomic_store_n(&cgr_decisions[at], (uint64_t)function << 8 | choice, __ATOMIC_RELAXED);
    if (choice & CGR_LEAVE_OUT) {
        __atomic_store_n(&cgr_left_out[at], function, __ATOMIC_RELAXED);
    }
    return choice;
}

void cgr_chosen_forget(void)
{
    for (uint32_t i = 0; i < CGR_DECISIONS && cgr_chosen.active; i++) {
        __atomic_store_n(&cgr_decisions[i], 0, __ATOMIC_RELAXED);
        __atomic_store_n(&cgr_left_out[i], 0, __ATOMIC_RELAXED);
    }
}

void cgr_chosen_start(void)
{
    const char *subtrees = getenv(CGR_ENV_SUBTREES);
    const char *select = getenv(CGR_ENV_SELECT);
    char path[sizeof cgr_runtime.path];
    cgr_chosen.active = select && strcmp(select, "1") == 0;
    cgr_decision_mask = cgr_chosen.active ? CGR_DECISIONS - 1 : 0;
    cgr_chosen.subtrees = cgr_chosen.active && subtrees != NULL;
    cgr_chosen.only_below = cgr_chosen.subtrees && strcmp(subtrees, "below") == 0;
    snprintf(path, sizeof path, "%s/" CGR_NAME_CONTROL, cgr_runtime.directory);
    cgr_chosen.control = cgr_chosen.subtrees ? map(path, sizeof *cgr_chosen.control) : NULL;
    cgr_chosen.gaps = cgr_chosen.only_below || cgr_chosen.control;
}

/* A worker of OpenMP, or another thread that is below the path that made it, goes on there. */
static bool is_within(struct cgr_recorder *self, uintptr_t function)
{
    return self->top > self->stack || cgr_thread_outermost(self, function)->parent;
}

bool cgr_is_paused(void)
{
    const struct cgr_control *control = cgr_chosen.control;
    return control && __atomic_load_n(&control->off, __ATOMIC_RELAXED);
}

bool cgr_is_on(struct cgr_recorder *self, uintptr_t function)
{
    if (cgr_is_paused()) {
        return false;
    }
    if (self->top > self->stack && cgr_ends(self->top->node)) {
        return false;
    }
    return !cgr_chosen.only_below || (cgr_choice(function) & CGR_BEGINS) ||
           is_within(self, function);
}
