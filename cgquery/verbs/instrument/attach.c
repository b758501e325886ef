/* Attaches profiles to a graph. */
#include "verbs/instrument/instrument.h"

#include "runs/profiles.h"

#include <libcg/validate.h>

static int attach(struct query *query, const struct cg_profile *profile, struct cg_error *error)
{
    struct cg_validation *validation;
    struct cg_validation_summary summary;
    struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
    options.demangle = profiles_demangle;
    int status = cg_validate(&validation, query->graph, &profile, 1, &options, error);
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

/* Several files are the processes of one run. */
int instrument_attach(struct query *query, char **paths)
{
    struct cg_profile *run = NULL;
    struct cg_error error;
    int status = CG_OK;
    for (char **path = paths; *path && !status; path++) {
        struct cg_profile *profile = NULL;
        status = profiles_read(&profile, *path, &error);
        if (!status && run) {
            status = cg_profile_merge(run, profile, &error);
            cg_profile_free(profile);
        } else if (!status) {
            run = profile;
        }
    }
    if (!status && run) {
        status = attach(query, run, &error);
    }
    cg_profile_free(run);
    return status ? query_fail(query, &error) : CLI_OK;
}
