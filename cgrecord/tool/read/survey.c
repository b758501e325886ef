/*
 * Goes over the recordings for what to tell the user: losses, files that XRay could not patch, and
 * processes that left nothing.
 */
#include "read/survey.h"

#include "choose/functions.h"
#include "loss/losses.h"
#include "read/failures.h"
#include "read/recordings.h"
#include "read/unseen.h"

#include <cli.h>
#include <files/cli_files.h>

#include <stdlib.h>
#include <string.h>

/* Whether XRay's runtime does not find the places of a file: it is not in the file. */
static bool is_unpatched(const char *path)
{
    struct functions functions;
    functions_read(&functions, path);
    bool unpatched =
        functions.has_sleds && !functions.has_hooks && !functions.xray[CGR_XRAY_SET_HANDLER];
    functions_clear(&functions);
    return unpatched;
}

/* @param seen paths that were looked at */
static void say_unpatched(const struct recording *recording, GHashTable *seen)
{
    for (guint i = 0; i < recording->modules->len; i++) {
        const char *path = recording_module_path(recording->modules->pdata[i]);
        bool is_library = strcmp(path, recording->header->program) != 0;
        if (g_hash_table_add(seen, g_strdup(path)) && is_library && is_unpatched(path)) {
            losses_add("%s has places for XRay, which are patched in executables alone: its "
                       "functions are not recorded; compile it with -finstrument-functions",
                       path);
        }
    }
}

static void add_recording(struct survey *out, const struct recording *recording,
                          const char *program)
{
    const struct cgr_header *header = recording->header;
    uint32_t failure = header->full ? header->full : header->lost ? CGR_FULL_MEMORY : CGR_FULL_NOT;
    out->threads += recording->threads->len;
    out->missing += header->missing;
    out->failure = out->failure ? out->failure : failure;
    out->by_xray = out->by_xray || header->xray;
    out->has_program = out->has_program ||
                       (program && strncmp(header->program, program, sizeof header->program) == 0);
}

void survey_recordings(struct survey *out, const GPtrArray *paths, const char *program,
                       bool unpatched)
{
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    char *real = program ? realpath(program, NULL) : NULL;
    *out = (struct survey){0};
    for (guint i = 0; i < paths->len; i++) {
        struct recording *recording = recording_open(paths->pdata[i], false);
        if (recording) {
            add_recording(out, recording, real);
        } else {
            out->unread = true;
        }
        if (recording && unpatched && !recording->header->sampled) {
            say_unpatched(recording, seen);
        }
        recording_free(recording);
    }
    free(real);
    g_hash_table_unref(seen);
}

/* A process may have been unable to leave a reason there. */
void survey_missing(const struct survey *survey, const char *directory, bool sampled)
{
    uint32_t why = failure_in(directory);
    if (!why && survey->missing) {
        why = CGR_FULL_RIGHTS;
    }
    unseen_add(directory, sampled);
    if (why) {
        losses_add("processes are missing: %s", failure_text(why));
    }
}

const char *survey_creator(const struct survey *survey)
{
    return survey->by_xray ? "cgrecord " CG_VERSION_STRING CLI_BY_XRAY
                           : "cgrecord " CG_VERSION_STRING;
}
