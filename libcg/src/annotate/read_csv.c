/* CSV (RFC 4180), with a header. */
#include "annotate/annotate.h"

#include "base/memory.h"
#include "json/scanner_internal.h"

#include <stdlib.h>
#include <string.h>

#define LIMIT_COLUMNS (ANNOTATE_LIMIT_KINDS + 2) /* including those of functions and files */

/** A cell of the current row. */
struct cell {
    size_t start; /**< in the text of the row; ends where the next begins */
    struct place place;
};

struct table {
    struct annotate_run *run;
    struct cg_text text; /**< all cells of a row, unquoted */
    struct cell *cells;  /**< one extra, for its start */
    size_t capacity;
    size_t count;
    uint32_t *kinds; /**< by column */
    size_t kind_capacity;
    size_t columns;
    size_t function;
    size_t file; /**< no column: SIZE_MAX */
};

/* Rows */

/* Cells beyond the greatest number of columns are only counted: the row is refused because of their
 * number. */
static bool add_cell(struct table *t)
{
    if (t->count > LIMIT_COLUMNS) {
        t->count++;
        return true;
    }
    if (!cg_grow(&t->cells, &t->capacity, t->count + 1, sizeof *t->cells)) {
        return scanner_fail(&t->run->scan, CG_E_MEMORY, "out of memory");
    }
    t->cells[t->count++] = (struct cell){t->text.length, scanner_place(&t->run->scan)};
    return true;
}

/* The next byte, -1 at the end. */
static int next_byte(struct scanner *s)
{
    return scanner_have(s, 1) ? (unsigned char)*s->at : -1;
}

/* Take a byte into the row. */
static bool take_byte(struct table *t)
{
    struct scanner *s = &t->run->scan;
    bool end = *s->at == '\n';
    cg_text_put(&t->text, s->at++, 1);
    if (end) {
        annotate_new_line(s);
    }
    if (t->text.length > CG_LIMIT_VALUE) {
        return scanner_fail(s, CG_E_LIMIT, "a row of more than %u MiB", CG_LIMIT_VALUE >> 20);
    }
    return !t->text.failed || scanner_fail(s, CG_E_MEMORY, "out of memory");
}

static bool take_quoted(struct table *t)
{
    struct scanner *s = &t->run->scan;
    struct place place = scanner_place(s);
    s->at++;
    for (;;) {
        int c = next_byte(s);
        if (c < 0) {
            return !s->status && scanner_fail_at(s, place, CG_E_FORMAT,
                                                 "the input ends inside the cell that begins here");
        }
        if (c == '"') {
            s->at++;
            if (next_byte(s) != '"') {
                return !s->status;
            }
        }
        if (!take_byte(t)) {
            return false;
        }
    }
}

/* LF, CRLF and, as some spreadsheets write, only CR. */
static bool at_line_end(int c)
{
    return c < 0 || c == '\n' || c == '\r';
}

static bool take_cell(struct table *t)
{
    struct scanner *s = &t->run->scan;
    if (next_byte(s) == '"') {
        if (!take_quoted(t)) {
            return false;
        }
        int c = next_byte(s);
        return c == ',' || at_line_end(c) ||
               scanner_fail(s, CG_E_FORMAT, "a comma should follow the closing quote");
    }
    for (int c = next_byte(s); c != ',' && !at_line_end(c); c = next_byte(s)) {
        if (c == '"') {
            return scanner_fail(s, CG_E_FORMAT, "a quote inside a cell that has none around it");
        }
        if (!take_byte(t)) {
            return false;
        }
    }
    return !s->status;
}

/* @return false at the end of the input and on failure */
static bool take_row(struct table *t)
{
    struct scanner *s = &t->run->scan;
    t->count = 0;
    cg_text_clear(&t->text);
    if (next_byte(s) < 0) {
        return false;
    }
    bool more = true;
    while (more) {
        if (!add_cell(t) || !take_cell(t)) {
            return false;
        }
        more = next_byte(s) == ',';
        s->at += more;
    }
    bool ok = add_cell(t);
    t->count -= ok;
    bool returned = next_byte(s) == '\r';
    s->at += returned;
    bool fed = next_byte(s) == '\n';
    s->at += fed;
    if (returned || fed) {
        annotate_new_line(s);
    }
    return ok;
}

static struct slice cell_text(const struct table *t, size_t i)
{
    size_t start = t->cells[i].start, end = t->cells[i + 1].start;
    return (struct slice){end > start ? t->text.bytes + start : "", end - start, false};
}

static bool is_blank(const struct table *t)
{
    return t->count == 1 && !t->text.length;
}

/* The header */

static bool take_column(struct table *t, size_t i)
{
    struct annotate_run *run = t->run;
    struct slice name = cell_text(t, i);
    struct place place = t->cells[i].place;
    size_t *own = slice_is(&name, "function") ? &t->function
                  : slice_is(&name, "file")   ? &t->file
                                              : NULL;
    if (own) {
        bool first = *own == SIZE_MAX;
        *own = i;
        return first ||
               scanner_fail_at(&run->scan, place, CG_E_FORMAT, "a second column of this name");
    }
    if (!annotate_copy(&run->scan, &run->value, name.text, name.length, place) ||
        !annotate_kind(run, &t->kinds[i], run->value.bytes, place)) {
        return false;
    }
    for (size_t k = 0; k < i; k++) {
        if (k != t->function && k != t->file && t->kinds[k] == t->kinds[i]) {
            return scanner_fail_at(&run->scan, place, CG_E_FORMAT, "a second column of this name");
        }
    }
    return true;
}

static bool take_header(struct table *t)
{
    struct scanner *s = &t->run->scan;
    t->function = t->file = SIZE_MAX;
    if (!take_row(t)) {
        return false;
    }
    t->columns = t->count;
    if (t->columns > LIMIT_COLUMNS) {
        return scanner_fail_at(s, t->cells[0].place, CG_E_LIMIT, "more than %u columns",
                               LIMIT_COLUMNS);
    }
    if (!cg_grow(&t->kinds, &t->kind_capacity, t->columns, sizeof *t->kinds)) {
        return scanner_fail(s, CG_E_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < t->columns; i++) {
        if (!take_column(t, i)) {
            return false;
        }
    }
    return t->function != SIZE_MAX ||
           scanner_fail_at(s, t->cells[0].place, CG_E_FORMAT, "there is no column \"function\"");
}

bool annotate_is_csv(const char *line, size_t length)
{
    const char word[] = "function";
    size_t n = sizeof word - 1;
    for (const char *p = line; (p = memmem(p, length - (size_t)(p - line), word, n)); p++) {
        const char *end = line + length;
        bool starts = p == line || p[-1] == ',' || p[-1] == '"';
        bool ends = p + n == end || strchr(",\"\r", p[n]);
        if (starts && ends) {
            return true;
        }
    }
    return false;
}

/* Values */

/* A cell that is not a JSON value is text. */
static bool put_cell(struct table *t, cg_node node, size_t i)
{
    struct annotate_run *run = t->run;
    struct slice cell = cell_text(t, i);
    struct place place = t->cells[i].place;
    struct cg_error reason;
    int status = json_check(cell.text, cell.length, &reason);
    if (status == CG_E_MEMORY) {
        return scanner_fail_at(&run->scan, place, CG_E_MEMORY, "out of memory");
    }
    if (!status) {
        return annotate_put(run, node, t->kinds[i], cell.text, cell.length, place);
    }
    cg_text_clear(&run->value);
    cg_text_add_json_string(&run->value, cell.text, cell.length);
    return run->value.failed
               ? scanner_fail_at(&run->scan, place, CG_E_MEMORY, "out of memory")
               : annotate_put(run, node, t->kinds[i], run->value.bytes, run->value.length, place);
}

static bool find_row(struct table *t, cg_node *out)
{
    struct annotate_run *run = t->run;
    struct place place = t->cells[t->function].place;
    struct slice name = cell_text(t, t->function), file = {"", 0, false};
    struct match_query query = {0};
    if (t->file != SIZE_MAX) {
        file = cell_text(t, t->file);
    }
    if (!name.length) {
        return scanner_fail_at(&run->scan, place, CG_E_FORMAT, "the name of a function is empty");
    }
    return annotate_copy(&run->scan, &run->name, name.text, name.length, place) &&
           annotate_copy(&run->scan, &run->file, file.text, file.length, place) &&
           annotate_find(run, out, &query, place);
}

static bool put_row(struct table *t)
{
    cg_node node;
    if (t->count != t->columns) {
        return scanner_fail_at(&t->run->scan, t->cells[0].place, CG_E_FORMAT,
                               "%zu cells where the header has %zu", t->count, t->columns);
    }
    if (!find_row(t, &node)) {
        return false;
    }
    for (size_t i = 0; i < t->columns && node != CG_NONE; i++) {
        bool value = i != t->function && i != t->file && cell_text(t, i).length;
        if (value && !put_cell(t, node, i)) {
            return false;
        }
    }
    return true;
}

void annotate_csv(struct annotate_run *run)
{
    struct table table = {.run = run};
    if (take_header(&table)) {
        while (take_row(&table) && (is_blank(&table) || put_row(&table))) {
        }
    }
    cg_text_free(&table.text);
    free(table.cells);
    free(table.kinds);
}
