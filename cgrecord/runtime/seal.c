/*
 * Programs that forbid themselves system calls (seccomp), which ends them when they make one. What
 * recording needs is taken before, and nothing of it uses the system after.
 */
#include "runtime.h"

#include <errno.h>

#define MOST (UINT64_C(1) << 30) /* addresses: threads that begin later need 16 MiB each */
#define LEAST (UINT64_C(1) << 20)

enum cgr_seal cgr_sealed;

static char *start;
static uint64_t size;
static uint64_t used; /* atomic */

void *cgr_sealed_memory(uint64_t wanted)
{
    uint64_t whole = (wanted + CGR_PAGE - 1) / CGR_PAGE * CGR_PAGE;
    uint64_t from = __atomic_fetch_add(&used, whole, __ATOMIC_RELAXED);
    return from + whole <= size ? start + from : NULL;
}

bool cgr_is_sealed_memory(const void *memory)
{
    return start && (const char *)memory >= start && (const char *)memory < start + size;
}

static void reserve(void)
{
    for (uint64_t wanted = MOST; !start && wanted >= LEAST; wanted /= 2) {
        start = cgr_memory(wanted);
        size = start ? wanted : 0;
    }
}

bool cgr_seal(bool strict)
{
    int old_errno = errno;
    if (cgr_runtime.state != CGR_STARTED || cgr_sealed) {
        return false;
    }
    if (cgr_self) {
        cgr_add_clock(cgr_self);
        cgr_thread_used(cgr_self);
    }
    cgr_modules_scan();
    reserve();
    cgr_file_reserve();
    cgr_stacks_seal();
    cgr_sealed = strict ? CGR_SEALED_STRICT : CGR_SEALED;
    errno = old_errno;
    return true;
}

void cgr_unseal(void)
{
    cgr_sealed = CGR_NOT_SEALED;
    cgr_file_release();
    cgr_stacks_thread();
}
