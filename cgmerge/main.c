/* cgmerge: link partial call graphs into one. */
#include "cgmerge.h"

int main(int argc, char **argv)
{
    struct merge_settings settings = {0};
    int code;
    cli_init("cgmerge");
    if (!merge_parse(&settings, &argc, &argv, &code)) {
        return code;
    }
    code = merge_run(&settings);
    merge_settings_free(&settings);
    return code;
}
