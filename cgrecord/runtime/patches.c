/*
 * Which functions XRay patches. They may change while the program runs: the tool writes another
 * selection, or sets the control file, and sends a signal, whose handler patches and unpatches.
 *
 * A function that runs in some thread stays patched until the next change, so that its end is seen;
 * it is not recorded. Where a thread enters a function in the very moment in which it is unpatched,
 * its end is not seen: the thread drops the call when it sees that patches have changed.
 */
#include "xray.h"

#include <errno.h>
#include <signal.h>

#define NO_FUNCTION 0u

struct cgr_patches cgr_patches;

static struct cgr_xray_runtime runtime;
static uintptr_t *functions; /* by number: where they begin */
static uint32_t *numbers;    /* hash table of these by address; NO_FUNCTION: empty */
static uint32_t number_mask;
static uint32_t *since; /* by number: the change that patched it; 0: it is not patched */
static bool *runs;      /* by number: in some thread, now */
static uint32_t count;
static uint32_t requests; /* changes that wait; atomic */

static uint32_t slot_of(uintptr_t function)
{
    return (uint32_t)(function >> 4) * UINT32_C(0x9e3779b1) & number_mask;
}

static uint32_t number_of(uintptr_t function)
{
    uint32_t at = slot_of(function);
    while (numbers[at] != NO_FUNCTION && functions[numbers[at]] != function) {
        at = (at + 1) & number_mask;
    }
    return numbers[at];
}

static void add_function(uint32_t number, uintptr_t function)
{
    uint32_t at = slot_of(function);
    while (numbers[at] != NO_FUNCTION) {
        at = (at + 1) & number_mask;
    }
    functions[number] = function;
    numbers[at] = number;
}

/* Without an index by function, the runtime searches its table for each of them: go through the
 * table once instead. Functions are numbered in its order. @param add them; else they are only
 * counted
 * @return how many they are; 0: there is an index, or no such table */
static uint32_t walk_map(bool add)
{
    const char *place = cgr_xray_at(&runtime, CGR_XRAY_MAP);
    const char *end = cgr_xray_at(&runtime, CGR_XRAY_MAP_END);
    struct cgr_sled sled = {.version = CGR_SLED_VERSION};
    uintptr_t last = 0;
    uint32_t found = 0;
    if (!place || !end || cgr_xray_at(&runtime, CGR_XRAY_INDEX)) {
        return 0;
    }
    for (; place < end; place += sizeof sled) {
        __builtin_memcpy(&sled, place, sizeof sled); /* it need not be aligned */
        uintptr_t function =
            (uintptr_t)place + offsetof(struct cgr_sled, function) + (uintptr_t)sled.function;
        if (sled.version < CGR_SLED_VERSION) {
            return 0;
        }
        found += function != last;
        if (add && function != last) {
            add_function(found, function);
        }
        last = function;
    }
    return found;
}

static bool find_functions(void)
{
    size_t (*max_number)(void) = NULL;
    uintptr_t (*address_of)(int32_t) = NULL;
    *(void **)&max_number = cgr_xray_at(&runtime, CGR_XRAY_MAX_FUNCTION_ID);
    *(void **)&address_of = cgr_xray_at(&runtime, CGR_XRAY_FUNCTION_ADDRESS);
    count = max_number && address_of ? (uint32_t)max_number() : 0;
    for (number_mask = 1; number_mask < 2 * count + 1; number_mask = 2 * number_mask + 1) {
    }
    size_t all = count + (size_t)1;
    functions = cgr_memory(all * sizeof *functions);
    since = cgr_memory(all * sizeof *since);
    runs = cgr_memory(all * sizeof *runs);
    numbers = cgr_memory((number_mask + (size_t)1) * sizeof *numbers);
    cgr_patches.recorded = cgr_memory(all * sizeof *functions);
    if (!functions || !since || !runs || !numbers || !cgr_patches.recorded) {
        return false;
    }
    bool known = walk_map(false) == count;
    if (known) {
        walk_map(true);
    }
    for (uint32_t i = 1; i <= count && !known; i++) {
        add_function(i, address_of((int32_t)i));
    }
    cgr_patches.count = count;
    return count > 0;
}

/* Changing patches */

static bool is_wanted(uint32_t number, bool off)
{
    return functions[number] && !off && !cgr_is_left_out(functions[number]);
}

/* Mark what is on the path that a thread is on. */
static void mark_path(uint64_t current)
{
    const struct cgr_node *node = (const struct cgr_node *)current;
    while (node && node->parent) {
        runs[number_of(node->callee)] = true;
        node = cgr_at(node->parent);
    }
}

static void mark_running(void)
{
    struct cgr_chunk *chunk = NULL;
    for (uint32_t i = 1; i <= count; i++) {
        runs[i] = false;
    }
    while ((chunk = cgr_chunk_next(chunk)) != NULL) {
        const struct cgr_thread *thread = (const struct cgr_thread *)(chunk + 1);
        if (chunk->kind == CGR_CHUNK_THREAD) {
            mark_path(__atomic_load_n(&thread->current, __ATOMIC_RELAXED));
        }
    }
}

static void unpatch(bool off)
{
    int (*unpatch_function)(int32_t) = NULL;
    *(void **)&unpatch_function = cgr_xray_at(&runtime, CGR_XRAY_UNPATCH_FUNCTION);
    for (uint32_t i = 1; i <= count; i++) {
        if (is_wanted(i, off)) {
            continue;
        }
        __atomic_store_n(&cgr_patches.recorded[i], 0, __ATOMIC_RELAXED);
        if (since[i] && !runs[i] && unpatch_function) {
            __atomic_store_n(&since[i], 0, __ATOMIC_RELAXED);
            unpatch_function((int32_t)i);
        }
    }
}

/* Whether all functions are to be patched and none is: then two system calls do it, not two for
 * each. */
static bool patches_all(bool off)
{
    bool all = true;
    for (uint32_t i = 1; i <= count && all; i++) {
        all = !functions[i] || (!since[i] && is_wanted(i, off));
    }
    return all;
}

static void patch(bool off)
{
    int (*patch_all)(void) = NULL;
    int (*patch_function)(int32_t) = NULL;
    *(void **)&patch_all = cgr_xray_at(&runtime, CGR_XRAY_PATCH);
    *(void **)&patch_function = cgr_xray_at(&runtime, CGR_XRAY_PATCH_FUNCTION);
    bool at_once = patch_all && patches_all(off);
    for (uint32_t i = 1; i <= count; i++) {
        bool wanted = is_wanted(i, off);
        if (wanted) {
            __atomic_store_n(&cgr_patches.recorded[i], functions[i], __ATOMIC_RELAXED);
        }
        if (wanted && !since[i]) {
            __atomic_store_n(&since[i], cgr_patches.changes, __ATOMIC_RELAXED);
            if (!at_once && patch_function) {
                patch_function((int32_t)i);
            }
        }
    }
    if (at_once) {
        patch_all();
    }
}

/* Threads that see the number of changes grow know that ends of what is unpatched are not seen. */
static void change(void)
{
    bool off = cgr_is_paused();
    mark_running();
    unpatch(off);
    __atomic_fetch_add(&cgr_patches.changes, 1, __ATOMIC_RELEASE);
    patch(off);
}

/* What one thread does another must not, nor a signal handler that interrupts it. */
static void request(void)
{
    uint32_t wanted = __atomic_add_fetch(&requests, 1, __ATOMIC_ACQ_REL);
    if (wanted > 1) {
        return;
    }
    do {
        wanted = __atomic_load_n(&requests, __ATOMIC_ACQUIRE);
        cgr_modules_choose_again();
        change();
    } while (__atomic_sub_fetch(&requests, wanted, __ATOMIC_ACQ_REL) > 0);
}

static void on_trap(int number, siginfo_t *info, void *context)
{
    int old_errno = errno;
    (void)number;
    (void)info;
    (void)context;
    if (!cgr_sealed) {
        request();
    }
    errno = old_errno;
}

bool cgr_patches_start(const struct cgr_xray_runtime *of, bool changing)
{
    runtime = *of;
    if (!find_functions()) {
        return false;
    }
    cgr_patches.signal = changing ? cgr_signal_take(on_trap) : 0;
    cgr_runtime.header->signal = (uint32_t)cgr_patches.signal;
    cgr_chosen.changes = cgr_patches.signal != 0;
    request();
    return true;
}

void cgr_patches_fork_child(void)
{
    __atomic_store_n(&requests, 0, __ATOMIC_RELAXED);
}

bool cgr_patches_had(uintptr_t function, uint32_t change)
{
    uint32_t number = number_of(function);
    uint32_t patched = __atomic_load_n(&since[number], __ATOMIC_RELAXED);
    return number == NO_FUNCTION || (patched && patched <= change);
}
