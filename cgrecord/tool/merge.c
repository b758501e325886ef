/* `cgrecord merge`: one profile of several files, or of recordings that have none yet. */
#include "cgrecord.h"
#include "paths/lacks.h"
#include "read/survey.h"

#include <united_profiles.h>

#include <files/cli_files.h>
#include <string.h>

static char *output;

static const GOptionEntry entries[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
     "Write the profile to FILE (default: merged.cubex), - for standard output", "FILE"},
    {0},
};

const struct cli_command merge_command = {
    .name = "cgrecord merge",
    .arguments = "PROFILE…|DIRECTORY",
    .summary = "Unite profiles of several runs, processes or machines into one.",
    .description = "Equal call paths become one. Each process and thread stays a location of its\n"
                   "own, and memory does not grow with their number. Every format that cgvalidate\n"
                   "reads can be united; the result is a .cubex.\n"
                   "\n"
                   "Of a DIRECTORY with recordings, it makes the profile: of --keep, or of a\n"
                   "cgrecord that was killed or could not write its profile (TMPDIR/cgrecord.*).\n"
                   "\n"
                   "Examples:\n"
                   "  cgrecord merge rank*.cubex -o all.cubex\n"
                   "  cgrecord merge /tmp/cgrecord.X2Q1Z3 -o run.cubex",
    .options = entries,
};

static void say(uint32_t contexts, uint32_t locations)
{
    cli_summary(output, "%s: %u call path%s, %u location%s", output, contexts, cli_s(contexts),
                locations, cli_s(locations));
}

/* The profile that a recording would have had at its end. */
static int write_recordings(const char *directory, const GPtrArray *recordings)
{
    struct paths *paths = NULL;
    struct cg_error error;
    struct survey survey;
    survey_recordings(&survey, recordings, NULL, true);
    int status = paths_make(&paths, recordings, survey_creator(&survey), NULL, &error);
    if (!status) {
        const struct cg_profile *profile = paths_profile(paths);
        const struct paths_summary *summary = paths_summary(paths);
        survey_missing(&survey, directory, summary->sampled);
        lacks_add(summary, true);
        status = lacks_note(paths, &error);
        if (!status) {
            status = record_write(profile, output, paths_values, paths, &error);
        }
        if (!status) {
            say(cg_profile_context_count(profile), cg_profile_location_count(profile));
        }
        paths_free(paths);
    }
    if (status) {
        cli_report(&error);
    }
    return status ? CLI_TROUBLE : CLI_OK;
}

static int merge(char *const *inputs)
{
    struct united_profiles wanted = {.inputs = inputs, .format = "cubex"};
    struct united_counts counts;
    struct cg_error error;
    wanted.output = output;
    for (size_t i = 0; inputs[i]; i++) {
        if (cli_output_is_input(wanted.output, inputs[i])) {
            return cli_usage_error(&merge_command, "%s is an input and the output", inputs[i]);
        }
    }
    if (cli_write_united(&wanted, &counts, &error)) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    say(counts.contexts, counts.locations);
    return CLI_OK;
}

/* A directory may also have profiles of TAU. */
static int merge_or_make(char *const *inputs)
{
    bool alone = !inputs[1] && g_file_test(inputs[0], G_FILE_TEST_IS_DIR);
    GPtrArray *recordings = alone ? recordings_find(inputs[0]) : NULL;
    bool found = recordings && recordings->len;
    int code = found ? write_recordings(inputs[0], recordings) : merge(inputs);
    if (recordings) {
        g_ptr_array_unref(recordings);
    }
    return code;
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
        output = output ? output : g_strdup("merged.cubex");
        code = merge_or_make(argv + 1);
    }
    g_free(output);
    return cli_finish(code);
}
