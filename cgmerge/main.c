/* cgmerge: links partial call graphs into one whole-program graph. */
#include "cgmerge.h"

#include <malloc.h>

/* cgmerge allocates and frees thousands of graphs. Returning their memory to the system each time
 * costs more than reading them. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

int main(int argc, char **argv)
{
    struct merge_settings settings = {0};
    int code;
    cli_init("cgmerge");
    keep_freed_memory();
    if (!merge_parse(&settings, &argc, &argv, &code)) {
        return code;
    }
    code = merge_run(&settings);
    merge_settings_free(&settings);
    return code;
}
