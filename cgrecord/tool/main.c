/* cgrecord: records what runs. */
#include "cgrecord.h"

#include <string.h>

/* A signal that ends the command ends this process as well: record_run does that. */
static int record(int argc, char **argv)
{
    struct record_settings settings = {0};
    int code;
    if (record_parse(&settings, &argc, &argv, &code)) {
        code = record_run(&settings);
    }
    g_free(settings.output);
    g_free(settings.keep);
    g_free(settings.events);
    g_free(settings.time);
    g_free(settings.filter);
    g_strfreev(settings.only_below);
    g_strfreev(settings.not_below);
    g_free(settings.control);
    g_free(settings.command);
    return code;
}

int main(int argc, char **argv)
{
    cli_init("cgrecord");
    if (argc >= 2 && strcmp(argv[1], "merge") == 0) {
        return merge_main(argc - 1, argv + 1);
    }
    if (argc >= 2 && strcmp(argv[1], "calibrate") == 0) {
        return calibrate_main(argc - 1, argv + 1);
    }
    return record(argc, argv);
}
