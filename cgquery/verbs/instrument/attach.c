/* Attaches profiles to a graph. */
#include "verbs/instrument/instrument.h"

#include <libcg/profile.h>
#include <libcg/validate.h>

#include <stdlib.h>
#include <string.h>

static int read_profile(struct cg_profile **out, const char *path, struct cg_error *error)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    options.warn = cli_report_warning;
    int status = cg_profile_read_file(out, path, &options, error);
    if (status) {
        cli_explain_file(error, path, CLI_WANT_PROFILE);
    }
    if (status && !error->file[0]) {
        g_strlcpy(error->file, path, sizeof error->file);
    }
    return status;
}

char *instrument_demangle(const char *name)
{
    char *plain = cli_demangle(name);
    char *result = strcmp(plain, name) == 0 ? NULL : strdup(plain);
    g_free(plain);
    return result;
}

static int attach(struct query *query, const struct cg_profile *const *profiles, uint32_t count,
                  struct cg_error *error)
{
    struct cg_validation *validation;
    struct cg_validation_summary summary;
    struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
    options.demangle = instrument_demangle;
    int status = cg_validate(&validation, query->graph, profiles, count, &options, error);
    if (status) {
        return status;
    }
    cg_validation_summary(validation, &summary);
    if (summary.frames_matched < summary.frames) {
        uint64_t missing = summary.frames - summary.frames_matched;
        cli_note("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " recorded functions %s not in the "
                 "graph",
                 (guint64)missing, (guint64)summary.frames, missing == 1 ? "is" : "are");
    }
    status = cg_validation_annotate(validation, query->graph, query->kinds.registry, error);
    cg_validation_free(validation);
    return status;
}

int instrument_attach(struct query *query, char **paths)
{
    guint count = g_strv_length(paths), read = 0;
    struct cg_profile **profiles = g_new0(struct cg_profile *, count + 1);
    struct cg_error error;
    int status = CG_OK;
    for (; read < count && !status; read++) {
        status = read_profile(&profiles[read], paths[read], &error);
    }
    if (!status && count > 0) {
        status = attach(query, (const struct cg_profile *const *)profiles, count, &error);
    }
    for (guint i = 0; i < count; i++) {
        cg_profile_free(profiles[i]);
    }
    g_free(profiles);
    return status ? query_fail(query, &error) : CLI_OK;
}
