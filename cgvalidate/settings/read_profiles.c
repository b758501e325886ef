/* Reads profiles. */
#include "settings/read_profiles.h"

#include <files/cli_files.h>
#include <string.h>

#define UNIT (1u << 20)

/** Data of the callbacks while a profile is read. */
struct loading {
    struct cli_progress *progress;
    const char *title;
    profile_row_function *row;
    void *user;
};

static bool advance(void *user, uint64_t done, uint64_t total)
{
    struct loading *loading = user;
    if (!loading->progress) {
        loading->progress = cli_progress_start("MiB of", total / UNIT);
    }
    cli_progress_update(loading->progress, done / UNIT, loading->title);
    return true;
}

static void warn(void *user, const struct cg_error *where)
{
    struct loading *loading = user;
    if (loading->progress) {
        cli_progress_clear(loading->progress);
    }
    cli_report_warning(NULL, where);
}

static bool hand_on(void *user, const struct cg_profile *profile, const struct cg_profile_row *row)
{
    struct loading *loading = user;
    return loading->row(loading->user, profile, row);
}

int profile_load(struct cg_profile **out, const char *path,
                 const struct validate_settings *settings, profile_row_function *row, void *user,
                 struct cg_error *error)
{
    struct loading loading = {.title = cli_title(path), .row = row, .user = user};
    const struct cg_profile_options options = {
        CG_PROFILE_OPTIONS_VERSION,  .binary = settings->binary, .warn = warn,
        .row = row ? hand_on : NULL, .progress = advance,        .user = &loading,
    };
    int status = cg_profile_read_file(out, path, &options, error);
    cli_progress_end(loading.progress);
    if (status) {
        cli_explain_file(error, path, CLI_WANT_PROFILE);
    }
    if (status && !error->file[0]) {
        g_strlcpy(error->file, loading.title, sizeof error->file);
    }
    return status;
}

bool profile_needs_binary(const struct cg_profile *profile)
{
    return strcmp(cg_profile_format(profile), "gprof") == 0;
}

void profile_report_binary(const struct validate_settings *settings, bool needed)
{
    if (settings->binary && !needed) {
        cli_note("--binary is ignored: no profile is a gmon.out");
    }
}
