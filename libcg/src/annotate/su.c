/*
 * .su, from -fstack-usage: one line per function, `PLACE:NAME <tab> BYTES <tab> KIND`.
 *
 * GCC (toplev.cc, output_stack_usage): `file:line:column:name`, with a readable name in C++. clang
 * (AsmPrinter.cpp, emitStackUsage): `file:line:name`, without debug information `file:name`; the
 * name is the linkage name.
 */
#include "annotate/annotate.h"

#include <string.h>

/** The parts of a line. */
struct su_line {
    struct slice file;
    struct slice name;
    uint32_t line;
    uint32_t column;
    struct slice bytes;
    struct slice kind;
};

/* Take `:NUMBER:` off the front, leaving the second colon. */
static bool take_number(struct slice *text, uint32_t *out)
{
    struct slice rest = {text->text + 1, text->length ? text->length - 1 : 0, false};
    if (!text->length || *text->text != ':' || !annotate_number(&rest, out) || !rest.length ||
        *rest.text != ':') {
        return false;
    }
    *text = rest;
    return true;
}

/* `FILE:LINE:COLUMN:NAME`, `FILE:LINE:NAME` or `FILE:NAME`. */
static bool split_place(struct su_line *out, const struct slice *text)
{
    const char *end = text->text + text->length, *last = NULL;
    for (const char *p = text->text; (p = memchr(p, ':', (size_t)(end - p))); p++) {
        struct slice rest = {p, (size_t)(end - p), false};
        if (take_number(&rest, &out->line)) {
            out->file = (struct slice){text->text, (size_t)(p - text->text), false};
            take_number(&rest, &out->column);
            out->name = (struct slice){rest.text + 1, rest.length - 1, false};
            return out->name.length > 0;
        }
        last = p;
    }
    if (last) {
        out->file = (struct slice){text->text, (size_t)(last - text->text), false};
        out->name = (struct slice){last + 1, (size_t)(end - last - 1), false};
    }
    return last && out->name.length > 0;
}

/* @return NULL, or the fault */
static const char *split_su_line(struct su_line *out, const char *text, size_t length)
{
    *out = (struct su_line){0};
    const char *second = memrchr(text, '\t', length);
    const char *first = second ? memrchr(text, '\t', (size_t)(second - text)) : NULL;
    if (!first) {
        return "a line of a .su file has three parts with tabs between";
    }
    struct slice front = {text, (size_t)(first - text), false};
    out->bytes = (struct slice){first + 1, (size_t)(second - first - 1), false};
    out->kind = (struct slice){second + 1, (size_t)(text + length - second - 1), false};
    if (!annotate_is_digits(&out->bytes)) {
        return "the second part of the line is not a number of bytes";
    }
    if (!annotate_is_stack_kind(&out->kind)) {
        return "the third part of the line must be static, dynamic or dynamic,bounded";
    }
    return split_place(out, &front) ? NULL : "the line does not begin with FILE:LINE:NAME";
}

bool annotate_is_su(const char *line, size_t length)
{
    struct su_line parts;
    length -= length && line[length - 1] == '\r';
    return !split_su_line(&parts, line, length);
}

static bool take_line(struct annotate_run *run, const struct slice *line, struct place place)
{
    struct su_line parts;
    const char *wrong = split_su_line(&parts, line->text, line->length);
    if (wrong) {
        return scanner_fail_at(&run->scan, place, CG_E_FORMAT, "%s", wrong);
    }
    const char *name = parts.name.text;
    size_t length = parts.name.length;
    struct match_query query = {
        .line = parts.line,
        .column = parts.column,
        .compiled = true,
        .readable = memchr(name, ' ', length) || memchr(name, '(', length) || *name == ')',
    };
    return annotate_copy(&run->scan, &run->name, name, length, place) &&
           annotate_copy(&run->scan, &run->file, parts.file.text, parts.file.length, place) &&
           annotate_stack_size(run, &query, &parts.bytes, &parts.kind, "su", place);
}

void annotate_su(struct annotate_run *run)
{
    struct slice line;
    struct place place;
    bool ok = true;
    while (ok && annotate_line(&run->scan, &line, &place)) {
        ok = !line.length || take_line(run, &line, place);
    }
}
