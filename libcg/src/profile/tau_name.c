#include "profile/tau.h"

#include "profile/number.h"

struct piece {
    const char *bytes;
    size_t length;
};

static bool starts(struct piece text, const char *with)
{
    size_t length = strlen(with);
    return text.length >= length && memcmp(text.bytes, with, length) == 0;
}

static bool drop_start(struct piece *text, const char *start)
{
    bool there = starts(*text, start);
    size_t length = there ? strlen(start) : 0;
    text->bytes += length;
    text->length -= length;
    return there;
}

static bool drop_end(struct piece *text, const char *end)
{
    size_t length = strlen(end);
    bool there =
        text->length >= length && memcmp(text->bytes + text->length - length, end, length) == 0;
    text->length -= there ? length : 0;
    return there;
}

static void trim(struct piece *text)
{
    while (drop_start(text, " ")) {
    }
    while (drop_end(text, " ")) {
    }
}

/* "[{FILE} {LINE,COLUMN}-{LINE,COLUMN}]" at the end, of which only FILE must be there. */
static void take_place(struct tau_name *out, struct piece *text)
{
    const char *open = NULL;
    const char *end = text->bytes + text->length;
    const char *at = text->bytes;
    while ((at = memmem(at, (size_t)(end - at), "[{", 2)) != NULL) {
        open = at;
        at += 2;
    }
    const char *close = open ? memchr(open, '}', (size_t)(end - open)) : NULL;
    if (!close || end[-1] != ']') {
        return;
    }
    uint64_t line;
    out->file = open + 2;
    out->file_length = (size_t)(close - open - 2);
    const char *brace = memchr(close, '{', (size_t)(end - close));
    if (brace && number_take_whole(brace + 1, end, &line) && line <= UINT32_MAX) {
        out->line = (uint32_t)line;
    }
    text->length = (size_t)(open - text->bytes);
    trim(text);
}

static bool has_group(const char *group, const char *name)
{
    const char *at = strcasestr(group, name);
    size_t length = strlen(name);
    return at && (at == group || strchr(" |_", at[-1])) &&
           (!at[length] || strchr(" |_", at[length]));
}

/* What the marks say that samples have. A context is the timer that ran when samples were taken:
 * what is below may be called by anything that is called from there. A summary unites the samples
 * of a function, which come below it once more. */
static bool take_marks(struct tau_name *out, struct piece *text)
{
    out->sampled = true;
    if (drop_start(text, "[CONTEXT]")) {
        out->kind = CG_FRAME_ROOT;
    } else if (drop_start(text, "[SUMMARY]") || drop_start(text, "[INTERMEDIATE]")) {
        out->kind = CG_FRAME_REGION;
    } else {
        out->sampled = drop_start(text, "[SAMPLE]") || drop_start(text, "[UNWIND]");
    }
    trim(text);
    return out->sampled;
}

static enum cg_frame_kind kind_of(struct piece text, const char *group, bool placed)
{
    if (starts(text, ".TAU application")) {
        return CG_FRAME_ROOT;
    }
    if (starts(text, "UNRESOLVED") || starts(text, "addr=<") || starts(text, "<unknown") ||
        starts(text, ".TAU <unknown") || !text.length) {
        return CG_FRAME_UNKNOWN;
    }
    if (has_group(group, "OPENMP") || has_group(group, "PARAM") || starts(text, "Loop: ") ||
        starts(text, "OpenMP_")) {
        return CG_FRAME_REGION;
    }
    bool function = placed || memchr(text.bytes, '(', text.length);
    return has_group(group, "PHASE") && !function ? CG_FRAME_REGION : CG_FRAME_FUNCTION;
}

void tau_name(struct tau_name *out, const char *text, size_t length, const char *group)
{
    struct piece name = {text, length};
    *out = (struct tau_name){.kind = CG_FRAME_FUNCTION};
    trim(&name);
    take_marks(out, &name);
    take_place(out, &name);
    if (drop_end(&name, " C") || drop_end(&name, " F90")) { /* languages */
        trim(&name);
    }
    if (has_group(group, "MPI")) { /* its functions are C's, and take no types */
        drop_end(&name, "()");
    }
    if (out->kind == CG_FRAME_FUNCTION) {
        out->kind = kind_of(name, group, out->file != NULL);
    }
    out->name = name.length ? name.bytes : "[unknown]";
    out->name_length = name.length ? name.length : 9;
}
