/* `cgrecord merge`: one profile of several files. */
#include "cgrecord.h"

#include <united_profiles.h>

#include <string.h>

static char *output;

static const GOptionEntry entries[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
     "Write the profile to FILE (default: merged.cubex), - for standard output", "FILE"},
    {0},
};

const struct cli_command merge_command = {
    .name = "cgrecord merge",
    .arguments = "PROFILE…",
    .summary = "Unite profiles of several runs, processes or machines into one.",
    .description = "Equal call paths become one. Each process and thread stays a location of its\n"
                   "own, and memory does not grow with their number. Every format that cgvalidate\n"
                   "reads can be united; the result is a .cubex.\n"
                   "\n"
                   "Example:\n"
                   "  cgrecord merge rank*.cubex -o all.cubex",
    .options = entries,
};

static int merge(char *const *inputs)
{
    struct united_profiles wanted = {.inputs = inputs, .format = "cubex"};
    struct united_counts counts;
    struct cg_error error;
    wanted.output = output ? output : "merged.cubex";
    for (size_t i = 0; inputs[i]; i++) {
        if (cli_output_is_input(wanted.output, inputs[i])) {
            return cli_usage_error(&merge_command, "%s is an input and the output", inputs[i]);
        }
    }
    if (cli_write_united(&wanted, &counts, &error)) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    cli_summary(wanted.output, "%s: %u call path%s, %u location%s", wanted.output, counts.contexts,
                cli_s(counts.contexts), counts.locations, cli_s(counts.locations));
    return CLI_OK;
}

int merge_main(int argc, char **argv)
{
    int code;
    if (!cli_parse_options(&merge_command, &argc, &argv, &code)) {
        return code;
    }
    if (output && !*output) {
        code = cli_usage_error(&merge_command, "--output needs a file name");
    } else if (argc < 2) {
        code = cli_usage_error(&merge_command, "give profiles");
    } else {
        code = merge(argv + 1);
    }
    g_free(output);
    return cli_finish(code);
}
