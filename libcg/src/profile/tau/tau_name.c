/* What the name of a timer says: function, place, kind, marks of samples. */
#include "profile/tau/tau.h"

#include "profile/common/piece.h"
#include "profile/common/profile_number.h"

/* "[{FILE} {LINE,COLUMN}-{LINE,COLUMN}]" at the end, of which only FILE is mandatory. */
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
    piece_trim(text);
}

static bool has_group(const char *group, const char *name)
{
    const char *at = strcasestr(group, name);
    size_t length = strlen(name);
    return at && (at == group || strchr(" |_", at[-1])) &&
           (!at[length] || strchr(" |_", at[length]));
}

/* The meaning of the marks of samples. A context is the timer that ran when samples were taken:
 * anything called from there may call what is below. A summary unites the samples of a function,
 * which occur below it once more. */
static bool take_marks(struct tau_name *out, struct piece *text)
{
    out->sampled = true;
    if (piece_drop_start(text, "[CONTEXT]")) {
        out->kind = CG_FRAME_ROOT;
    } else if (piece_drop_start(text, "[SUMMARY]") || piece_drop_start(text, "[INTERMEDIATE]")) {
        out->kind = CG_FRAME_REGION;
    } else {
        out->sampled = piece_drop_start(text, "[SAMPLE]") || piece_drop_start(text, "[UNWIND]");
    }
    piece_trim(text);
    return out->sampled;
}

static enum cg_frame_kind kind_of(struct piece text, const char *group, bool placed)
{
    if (piece_starts(text, ".TAU application")) {
        return CG_FRAME_ROOT;
    }
    if (piece_starts(text, "UNRESOLVED") || piece_starts(text, "addr=<") ||
        piece_starts(text, "<unknown") || piece_starts(text, ".TAU <unknown") || !text.length) {
        return CG_FRAME_UNKNOWN;
    }
    if (has_group(group, "OPENMP") || has_group(group, "PARAM") || piece_starts(text, "Loop: ") ||
        piece_starts(text, "OpenMP_")) {
        return CG_FRAME_REGION;
    }
    bool function = placed || memchr(text.bytes, '(', text.length);
    return has_group(group, "PHASE") && !function ? CG_FRAME_REGION : CG_FRAME_FUNCTION;
}

void tau_name(struct tau_name *out, const char *text, size_t length, const char *group)
{
    struct piece name = {text, length};
    *out = (struct tau_name){.kind = CG_FRAME_FUNCTION};
    piece_trim(&name);
    take_marks(out, &name);
    take_place(out, &name);
    if (piece_drop_end(&name, " C") || piece_drop_end(&name, " F90")) { /* languages */
        piece_trim(&name);
    }
    if (has_group(group, "MPI")) { /* its functions are C functions without types */
        piece_drop_end(&name, "()");
    }
    if (out->kind == CG_FRAME_FUNCTION) {
        out->kind = kind_of(name, group, out->file != NULL);
    }
    out->name = name.length ? name.bytes : "[unknown]";
    out->name_length = name.length ? name.length : 9;
}
