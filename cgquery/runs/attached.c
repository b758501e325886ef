/* Reads the files of one recorded run, and attaches it to a graph. */
#include "runs/attached.h"

#include "files/cli_files.h"
#include "runs/profiles.h"

static bool is_by_xray(const struct cg_profile *profile)
{
    const char *creator = cg_profile_creator(profile);
    return creator && g_str_has_suffix(creator, CLI_BY_XRAY);
}

int attached_read(struct cg_profile **out, struct query *query, char **paths)
{
    struct cg_error error;
    int status = CG_OK;
    *out = NULL;
    for (char **path = paths; *path && !status; path++) {
        struct cg_profile *profile = NULL;
        status = profiles_read(&profile, *path, &error);
        query->by_xray = query->by_xray || (!status && is_by_xray(profile));
        if (!status && *out) {
            status = cg_profile_merge(*out, profile, &error);
            cg_profile_free(profile);
        } else if (!status) {
            *out = profile;
        }
    }
    if (status) {
        cg_profile_free(*out);
        *out = NULL;
    }
    return status ? query_fail(query, &error) : CLI_OK;
}

static void note_missing(const struct cg_validation *validation)
{
    const struct cg_validation_summary *summary = cg_validation_summary(validation);
    if (summary->frames_matched < summary->frames) {
        uint64_t missing = summary->frames - summary->frames_matched;
        cli_note("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " recorded functions %s not in the "
                 "graph",
                 (guint64)missing, (guint64)summary->frames, missing == 1 ? "is" : "are");
    }
}

int attached_make(struct cg_validation **out, struct query *query, const struct cg_profile *run)
{
    struct cg_validation *validation = NULL;
    struct cg_error error;
    struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
    options.demangle = cli_demangle_for_library;
    int status = cg_validate(&validation, query->graph, &run, 1, &options, &error);
    if (!status) {
        note_missing(validation);
        status = cg_validation_annotate(validation, query->graph, query->kinds.registry, &error);
    }
    if (out && !status) {
        *out = validation;
    } else {
        cg_validation_free(validation);
    }
    return status ? query_fail(query, &error) : CLI_OK;
}

int attached_prepare(struct query *query, char **arguments)
{
    (void)arguments;
    char **paths = query->options.profiles;
    int code = paths ? attached_read(&query->run, query, paths) : CLI_OK;
    return code == CLI_OK && query->run ? attached_make(&query->validation, query, query->run)
                                        : code;
}
