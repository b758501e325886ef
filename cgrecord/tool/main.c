/* cgrecord: records what runs. */
#include "study.h"

#include <string.h>

/* A signal that ends the command ends this process as well: record_run does that. */
static int record(int argc, char **argv)
{
    struct record_settings settings = {0};
    int code;
    if (record_parse(&settings, &argc, &argv, &code)) {
        code = settings.study ? cli_finish(study_run(&settings)) : record_run(&settings);
    }
    g_free(settings.output);
    g_free(settings.keep);
    g_free(settings.events);
    g_free(settings.time);
    g_free(settings.bare);
    g_free(settings.filter);
    g_strfreev(settings.only_below);
    g_strfreev(settings.not_below);
    g_free(settings.control);
    g_free(settings.command);
    return code;
}

static bool is_verb(const char *word)
{
    return strcmp(word, "merge") == 0 || strcmp(word, "calibrate") == 0;
}

/* `cgrecord -q merge` is `cgrecord merge -q`. */
static void put_verb_first(int argc, char **argv)
{
    bool quiet = argc >= 3 && (strcmp(argv[1], "-q") == 0 || strcmp(argv[1], "--quiet") == 0);
    if (quiet && is_verb(argv[2])) {
        char *word = argv[1];
        argv[1] = argv[2];
        argv[2] = word;
    }
}

int main(int argc, char **argv)
{
    cli_init("cgrecord");
    put_verb_first(argc, argv);
    if (argc >= 2 && strcmp(argv[1], "merge") == 0) {
        return merge_main(argc - 1, argv + 1);
    }
    if (argc >= 2 && strcmp(argv[1], "calibrate") == 0) {
        return calibrate_main(argc - 1, argv + 1);
    }
    return record(argc, argv);
}
