/* cgvalidate: compares a call graph with recorded runs. */
#include "cgvalidate.h"

#include "dump/dump.h"

#include <kinds/cli_kinds.h>
#include <string.h>

/* The tools that write each format of the library. */
static const struct {
    const char *format, *writers;
} writers[] = {
    {"cubex", "profile.cubex of Score-P, Scalasca and other tools of Cube 4"},
    {"gprof", "gmon.out of programs built with -pg; needs --binary"},
    {"tau", "profile.N.C.T of TAU, or their directory"},
    {"callgrind", "callgrind.out.PID of valgrind --tool=callgrind"},
    {"chrome", "Chrome trace JSON: uftrace dump --chrome, llvm-xray convert, Perfetto"},
    {"perf", "the text of perf script, after perf record --call-graph"},
    {"folded", "folded stacks, a;b;c 12: stackcollapse scripts and many profilers"},
};

static void list_formats(void)
{
    for (size_t i = 0; i < cg_profile_format_count(); i++) {
        const char *format = cg_profile_format_at(i);
        size_t known = 0;
        while (known < G_N_ELEMENTS(writers) && strcmp(writers[known].format, format) != 0) {
            known++;
        }
        printf("%-10s %s\n", format, known < G_N_ELEMENTS(writers) ? writers[known].writers : "");
    }
}

static int list_metadata(const struct validate_settings *settings)
{
    struct cli_kinds kinds;
    if (!cli_kinds_load(&kinds, settings->plugins)) {
        return CLI_TROUBLE;
    }
    cli_list_kinds(kinds.registry, settings->json);
    cli_kinds_free(&kinds);
    return CLI_OK;
}

static int compare_or_list(const struct validate_settings *settings)
{
    if (settings->list_formats) {
        list_formats();
        return cli_finish(CLI_OK);
    }
    if (settings->list_metadata) {
        return cli_finish(list_metadata(settings));
    }
    if (settings->dump == DUMP_WRITE) {
        return write_run(settings);
    }
    return settings->dump ? dump_run(settings) : validate_run(settings);
}

int main(int argc, char **argv)
{
    struct validate_settings settings = {0};
    int code;
    cli_init("cgvalidate");
    if (validate_parse(&settings, &argc, &argv, &code)) {
        code = compare_or_list(&settings);
    }
    validate_settings_free(&settings);
    return code;
}
