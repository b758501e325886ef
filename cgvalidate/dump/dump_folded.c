/*
 * Prints folded stacks as the library writes them, with names that are safe to show, and says when
 * the paths of a format that has none are made of its calls.
 */
#include "dump/dump.h"

#include <string.h>

#include <libcg/profile_write.h>

struct lines {
    FILE *out;
    GString *part; /* of a line */
};

static bool is_piece(const struct cg_profile *profile, cg_call_context path)
{
    struct cg_call_context_info info;
    cg_profile_context(profile, path, &info);
    return info.flags & (CG_CONTEXT_FRAGMENT | CG_CONTEXT_CALL);
}

static bool has_pieces(const struct cg_profile *profile)
{
    cg_call_context path = 0;
    while (path < cg_profile_context_count(profile) && !is_piece(profile, path)) {
        path++;
    }
    return path < cg_profile_context_count(profile);
}

/* Whether the profile distinguishes functions by caller. */
static bool has_callers(const struct cg_profile *profile)
{
    const unsigned both = CG_CONTEXT_FRAGMENT | CG_CONTEXT_CALL;
    struct cg_call_context_info info = {0};
    for (cg_call_context path = 0;
         path < cg_profile_context_count(profile) && (info.flags & both) != both; path++) {
        cg_profile_context(profile, path, &info);
    }
    return (info.flags & both) == both;
}

static bool print_line(struct lines *lines)
{
    char *shown = cli_printable(lines->part->str);
    bool printed = fputs(shown, lines->out) >= 0 && putc('\n', lines->out) != EOF;
    g_string_truncate(lines->part, 0);
    g_free(shown);
    return printed;
}

static bool print_bytes(void *user, const void *bytes, size_t length)
{
    struct lines *lines = user;
    const char *next = bytes;
    const char *end = next + length;
    const char *newline;
    while ((newline = memchr(next, '\n', (size_t)(end - next)))) {
        g_string_append_len(lines->part, next, newline - next);
        if (!print_line(lines)) {
            return false;
        }
        next = newline + 1;
    }
    g_string_append_len(lines->part, next, end - next);
    return true;
}

int dump_folded(struct dump *dump, struct cg_error *error)
{
    struct cg_profile_write_options options = CG_PROFILE_WRITE_OPTIONS_INIT;
    options.format = "folded";
    options.metric = dump->metric;
    if (has_pieces(dump->profile)) {
        cli_note("this format records calls but no call paths: the stacks are %s",
                 has_callers(dump->profile)
                     ? "the recorded callers of each function and its callees"
                     : "caller-callee pairs");
        if (!dump->settings->metric && dump_has(dump, CG_METRIC_VISITS)) {
            options.metric = cg_profile_find_metric(dump->profile, CG_METRIC_VISITS);
        }
    }
    struct lines lines = {.out = dump->out, .part = g_string_new(NULL)};
    int status = cg_profile_write(dump->profile, print_bytes, &lines, &options, error);
    g_string_free(lines.part, TRUE);
    return status;
}
