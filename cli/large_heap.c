/* Memory for tools that fill and free much of it: they keep what they freed, and it comes in large
 * pages, which are seldom asked for. A kernel without these gives the usual ones. */
#include "cli.h"
#include "out_of_memory.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

#if defined(__GLIBC__) && OWN_ALLOCATOR
/** What collecting a large file of C takes; more comes in usual pages. Only addresses are taken. */
#define HEAP ((size_t)96 << 20)
#define LARGE_PAGE ((size_t)2 << 20)
#define KEPT (512 << 20)

void cli_prepare_heap(bool alone)
{
    if (alone) {
        mallopt(M_ARENA_MAX, 1);
    }
    mallopt(M_MMAP_THRESHOLD, KEPT);
    mallopt(M_TRIM_THRESHOLD, KEPT);
    void *heap = memalign(LARGE_PAGE, HEAP); /* unlike malloc, may fail in this process */
    if (heap) {
        madvise(heap, HEAP, MADV_HUGEPAGE);
        free(heap);
    }
}
#else
void cli_prepare_heap(bool alone)
{
    (void)alone;
}
#endif
