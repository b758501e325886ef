/* cgmerge: links partial call graphs into one whole-program graph. */
#include "cgmerge.h"

int main(int argc, char **argv)
{
    struct merge_settings settings = {0};
    int code;
    cli_init("cgmerge");
    cli_prepare_heap(false); /* it allocates and frees thousands of graphs */
    if (!merge_parse(&settings, &argc, &argv, &code)) {
        return code;
    }
    code = merge_run(&settings);
    merge_settings_free(&settings);
    return code;
}
