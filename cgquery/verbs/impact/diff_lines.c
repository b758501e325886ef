/*
 * Reads a diff line by line: headers of git or of `diff -u` name the files, headers of hunks count
 * the lines, and what belongs to neither is skipped.
 */
#include "verbs/impact/diff_lines.h"

#include <string.h>

/* Keeps line numbers far from overflow. */
#define MOST_LINES (UINT32_MAX / 4)

/* A line without its end. */
struct line {
    const char *text;
    size_t length;
};

struct reader {
    const char *at;
    const char *end;
    unsigned long number; /* number of the last line read */
    GArray *files;
    struct file_change *file; /* NULL: none has begun */
    bool named;               /* its "---" and "+++" were read */
    struct diff_error *error;
    /* the current hunk */
    uint32_t old_line, new_line; /* next ones */
    uint32_t old_left, new_left;
    bool in_change;
};

static bool fail_line(struct reader *r, unsigned long line, const char *text)
{
    *r->error = (struct diff_error){line, text};
    return false;
}

/* Lines */

static bool peek(const struct reader *r, struct line *out)
{
    if (r->at == r->end) {
        return false;
    }
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *end = newline ? newline : r->end;
    *out = (struct line){r->at, (size_t)(end - r->at)};
    if (out->length > 0 && out->text[out->length - 1] == '\r') {
        out->length--;
    }
    return true;
}

static bool next_line(struct reader *r, struct line *out)
{
    if (!peek(r, out)) {
        return false;
    }
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->at = newline ? newline + 1 : r->end;
    r->number++;
    return true;
}

/* Remove a word from the begin. */
static bool take_word(struct line *line, const char *word)
{
    size_t length = strlen(word);
    if (line->length < length || memcmp(line->text, word, length) != 0) {
        return false;
    }
    line->text += length;
    line->length -= length;
    return true;
}

static bool begins(struct line line, const char *word)
{
    return take_word(&line, word);
}

static bool is_blank(struct line line)
{
    for (size_t i = 0; i < line.length; i++) {
        if (!strchr(" \t\r\f\v", line.text[i]) || !line.text[i]) {
            return false;
        }
    }
    return true;
}

/* Names */

static bool is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* The character of an escape. @param at after the backslash; advances */
static char unescape(const char **at, const char *end)
{
    static const char letters[] = "abtnvfr";
    static const char bytes[] = "\a\b\t\n\v\f\r";
    char c = *(*at)++;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) {
        return bytes[letter - letters];
    }
    unsigned value = (unsigned)(c - '0');
    if (!is_octal(c)) {
        return c;
    }
    for (int i = 0; i < 2 && *at < end && is_octal(**at); i++) {
        value = value * 8 + (unsigned)(*(*at)++ - '0');
    }
    return (char)value;
}

/* Remove a quoted name; NULL: its quote is not closed. */
static char *take_quoted(struct line *line)
{
    const char *at = line->text + 1, *end = line->text + line->length;
    GString *name = g_string_new(NULL);
    while (at < end && *at != '"') {
        char c = *at++;
        if (c == '\\' && at < end) {
            c = unescape(&at, end);
        }
        g_string_append_c(name, c ? c : '?');
    }
    bool ends = at < end;
    at += ends;
    line->length = (size_t)(end - at);
    line->text = at;
    return g_string_free(name, !ends);
}

/* The name in a line "--- NAME" or "rename from NAME": up to a tab, after which dates follow. */
static char *read_name(struct line line)
{
    if (line.length > 0 && line.text[0] == '"') {
        return take_quoted(&line);
    }
    const char *tab = memchr(line.text, '\t', line.length);
    size_t length = tab ? (size_t)(tab - line.text) : line.length;
    return memchr(line.text, '\0', length) ? NULL : g_strndup(line.text, length);
}

/* Files */

static void clear_file(gpointer data)
{
    struct file_change *file = data;
    g_free(file->old_path);
    g_free(file->new_path);
    g_array_unref(file->changes);
    g_array_unref(file->old_blank);
    g_array_unref(file->new_blank);
    for (guint i = 0; i < file->hunks->len; i++) {
        g_free(g_array_index(file->hunks, struct line_hunk, i).heading);
    }
    g_array_unref(file->hunks);
}

static void begin_file(struct reader *r)
{
    const struct file_change file = {
        .changes = g_array_new(FALSE, FALSE, sizeof(struct line_change)),
        .hunks = g_array_new(FALSE, FALSE, sizeof(struct line_hunk)),
        .old_blank = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
        .new_blank = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
    };
    g_array_append_val(r->files, file);
    r->file = &g_array_index(r->files, struct file_change, r->files->len - 1);
    r->named = false;
}

static void set_path(char **path, char *name)
{
    g_free(*path);
    *path = name;
}

/* "a/x" and "b/x": prefixes from git differ between the sides; real directories do not. */
static bool is_prefix(const char *name)
{
    return name[0] && strchr("abciow", name[0]) && name[1] == '/' && name[2];
}

static void strip_prefixes(char *a, char *b)
{
    bool prefixed = is_prefix(a) && is_prefix(b) && a[0] != b[0];
    if (prefixed) {
        memmove(a, a + 2, strlen(a) - 1);
        memmove(b, b + 2, strlen(b) - 1);
    }
}

/* Whether two names are equal except for the prefix. */
static bool is_same_name(struct line a, struct line b)
{
    if (a.length != b.length) {
        return false;
    }
    size_t prefix = a.length > 2 && a.text[1] == '/' && b.text[1] == '/' ? 2 : 0;
    return memcmp(a.text + prefix, b.text + prefix, a.length - prefix) == 0;
}

/* The names of "diff --git A B": quoted or, since a name may contain spaces, split so that both are
 * equal. Later lines give other names. */
static bool split_names(struct line line, char **a, char **b)
{
    *a = *b = NULL;
    if (line.length > 0 && line.text[0] == '"') {
        *a = take_quoted(&line);
        *b = *a && take_word(&line, " ") ? read_name(line) : NULL;
    }
    for (size_t i = 1; !*a && i + 1 < line.length; i++) {
        const struct line left = {line.text, i}, right = {line.text + i + 1, line.length - i - 1};
        if (line.text[i] == ' ' && (right.text[0] == '"' || is_same_name(left, right))) {
            *a = read_name(left);
            *b = read_name(right);
            break;
        }
    }
    if (!*a || !*b) {
        g_clear_pointer(a, g_free);
        g_clear_pointer(b, g_free);
    }
    return *a != NULL;
}

static void read_git_line(struct reader *r, struct line line)
{
    char *a, *b;
    begin_file(r);
    if (split_names(line, &a, &b)) {
        strip_prefixes(a, b);
        r->file->old_path = a;
        r->file->new_path = b;
    }
}

static bool is_null(const char *name)
{
    return strcmp(name, "/dev/null") == 0;
}

/* "--- A" and "+++ B". For a new or removed file, one name shows whether the other has a prefix:
 * git's line decides, else the convention of all names that begin so. */
static bool read_names(struct reader *r, struct line from)
{
    struct line to;
    next_line(r, &to);
    take_word(&to, "+++ ");
    char *a = read_name(from), *b = read_name(to);
    if (!a || !b) {
        g_free(a);
        g_free(b);
        return fail_line(r, r->number, "the name of the file is malformed");
    }
    if (!r->file || r->named) {
        begin_file(r);
    }
    bool gone = is_null(b), added = is_null(a);
    char *known = gone ? r->file->old_path : added ? r->file->new_path : NULL;
    char *name = gone ? a : b;
    if (gone != added && is_prefix(name) && (!known || strcmp(known, name) != 0)) {
        memmove(name, name + 2, strlen(name) - 1);
    }
    strip_prefixes(a, b);
    set_path(&r->file->old_path, added ? NULL : a);
    set_path(&r->file->new_path, gone ? NULL : b);
    g_free(added ? a : NULL);
    g_free(gone ? b : NULL);
    r->named = true;
    return true;
}

/* Hunks */

static bool take_number(struct line *line, uint32_t *out)
{
    uint64_t value = 0;
    size_t digits = 0;
    while (digits < line->length && g_ascii_isdigit(line->text[digits])) {
        value = value * 10 + (uint64_t)(line->text[digits++] - '0');
        if (value > MOST_LINES) {
            return false;
        }
    }
    line->text += digits;
    line->length -= digits;
    *out = (uint32_t)value;
    return digits > 0;
}

/* "12,3" or "12", which is one line. */
static bool take_range(struct line *line, uint32_t *first, uint32_t *count)
{
    *count = 1;
    return take_number(line, first) && (!take_word(line, ",") || take_number(line, count));
}

static bool read_hunk_header(struct line line, struct line_hunk *out)
{
    if (!take_word(&line, "-") || !take_range(&line, &out->old_line, &out->old_count) ||
        !take_word(&line, " +") || !take_range(&line, &out->new_line, &out->new_count) ||
        !take_word(&line, " @@")) {
        return false;
    }
    take_word(&line, " ");
    char *heading = g_strndup(line.text, line.length);
    out->heading = g_utf8_make_valid(heading, -1);
    g_free(heading);
    return true;
}

static struct line_change *current_change(struct reader *r)
{
    if (!r->in_change) {
        const struct line_change change = {
            .old_line = r->old_line,
            .new_line = r->new_line,
            .hunk = r->file->hunks->len - 1,
            .blank = true,
        };
        g_array_append_val(r->file->changes, change);
        r->in_change = true;
    }
    return &g_array_index(r->file->changes, struct line_change, r->file->changes->len - 1);
}

/* A line of a hunk. Mailers remove the only space of empty lines. */
static bool read_hunk_line(struct reader *r, struct line line)
{
    char sign = line.length > 0 ? line.text[0] : ' ';
    bool out = sign == '-', in = sign == '+';
    if (sign == '\\') { /* "No newline at end of file" */
        return true;
    }
    if ((!in && !out && sign != ' ') || (!in && r->old_left == 0) || (!out && r->new_left == 0)) {
        return fail_line(r, r->number, "there are not as many lines as '@@' announces");
    }
    if (in || out) {
        struct line_change *change = current_change(r);
        change->old_count += out;
        change->new_count += in;
        if (is_blank((struct line){line.text + 1, line.length - 1})) {
            g_array_append_vals(out ? r->file->old_blank : r->file->new_blank,
                                out ? &r->old_line : &r->new_line, 1);
        } else {
            change->blank = false;
        }
    } else {
        r->in_change = false;
    }
    r->old_line += !in;
    r->old_left -= !in;
    r->new_line += !out;
    r->new_left -= !out;
    return true;
}

/* For a side without lines, the header has the line before it. */
static bool read_hunk(struct reader *r, struct line header)
{
    struct line_hunk hunk = {0};
    unsigned long number = r->number;
    struct line line;
    if (!read_hunk_header(header, &hunk)) {
        return r->named ? fail_line(r, number, "expected '@@ -LINE,COUNT +LINE,COUNT @@'") : true;
    }
    if (!r->named) {
        g_free(hunk.heading);
        return fail_line(r, number, "there is no name of a file before '@@'");
    }
    if ((hunk.old_line == 0 && hunk.old_count > 0) || (hunk.new_line == 0 && hunk.new_count > 0)) {
        g_free(hunk.heading);
        return fail_line(r, number, "lines count from 1");
    }
    g_array_append_val(r->file->hunks, hunk);
    r->old_line = hunk.old_line + (hunk.old_count == 0);
    r->new_line = hunk.new_line + (hunk.new_count == 0);
    r->old_left = hunk.old_count;
    r->new_left = hunk.new_count;
    r->in_change = false;
    const char *text = r->at;
    while (r->old_left > 0 || r->new_left > 0) {
        if (!next_line(r, &line)) {
            return fail_line(r, number, "the text ends before the lines that '@@' announces");
        }
        if (!read_hunk_line(r, line)) {
            return false;
        }
    }
    struct line_hunk *read =
        &g_array_index(r->file->hunks, struct line_hunk, r->file->hunks->len - 1);
    read->text = text;
    read->length = (size_t)(r->at - text);
    return true;
}

/* Lines between hunks */

/* A file for which the text only states that it differs. */
static void add_untold(struct reader *r, const char *name, size_t length)
{
    begin_file(r);
    r->file->old_path = g_strndup(name, length);
    r->file->new_path = g_strndup(name, length);
    r->file->binary = true;
    r->named = true;
}

/* Lines of `diff -r`: "Binary files A and B differ", "Only in DIRECTORY: NAME". */
static void read_untold(struct reader *r, struct line line)
{
    if (take_word(&line, "Binary files ")) {
        const char *and = memmem(line.text, line.length, " and ", 5);
        if (and&&memmem(and, (size_t)(line.text + line.length - and), " differ", 7)) {
            add_untold(r, line.text, (size_t)(and-line.text));
        }
    } else if (take_word(&line, "Only in ")) {
        const char *colon = memmem(line.text, line.length, ": ", 2);
        if (colon) {
            GString *name = g_string_new_len(line.text, (gssize)(colon - line.text));
            g_string_append_c(name, '/');
            g_string_append_len(name, colon + 2, (gssize)(line.text + line.length - colon) - 2);
            add_untold(r, name->str, name->len);
            g_string_free(name, TRUE);
        }
    }
}

static bool read_extended(struct reader *r, struct line line)
{
    if (!r->file || r->named) {
        read_untold(r, line);
        return true;
    }
    struct file_change *file = r->file;
    struct line rest = line;
    bool copied = take_word(&rest, "copy from ");
    if (copied || take_word(&rest, "rename from ")) {
        file->copied = copied;
        set_path(&file->old_path, read_name(rest));
    } else if (take_word(&rest, "rename to ") || take_word(&rest, "copy to ")) {
        set_path(&file->new_path, read_name(rest));
    } else if (take_word(&rest, "new file mode ")) {
        set_path(&file->old_path, NULL);
    } else if (take_word(&rest, "deleted file mode ")) {
        set_path(&file->new_path, NULL);
    } else if (take_word(&rest, "Binary files ") || take_word(&rest, "GIT binary patch")) {
        file->binary = true;
    }
    return true;
}

static bool is_combined(struct line line)
{
    return begins(line, "diff --cc ") || begins(line, "diff --combined ") || begins(line, "@@@ ");
}

static bool is_colored(struct line line)
{
    return begins(line, "\033[") && (memmem(line.text, line.length, "diff --git", 10) ||
                                     memmem(line.text, line.length, "@@ -", 4));
}

static bool read_line(struct reader *r, struct line line)
{
    struct line rest = line, after;
    if (is_combined(line)) {
        return fail_line(
            r, r->number,
            "this is the combined difference of a merge, which has no lines of one old "
            "file: compare with one parent, as git diff A B or git show -m do");
    }
    if (is_colored(line)) {
        return fail_line(r, r->number, "there are colours in it: use git diff --no-color");
    }
    if (take_word(&rest, "diff --git ")) {
        read_git_line(r, rest);
        return true;
    }
    if (take_word(&rest, "--- ") && peek(r, &after) && begins(after, "+++ ")) {
        return read_names(r, rest);
    }
    rest = line;
    return take_word(&rest, "@@ ") ? read_hunk(r, rest) : read_extended(r, line);
}

GArray *diff_lines_read(const char *text, size_t length, struct diff_error *error)
{
    struct reader r = {.at = text, .end = text + length, .error = error};
    struct line line;
    bool ok = true, any = false;
    r.files = g_array_new(FALSE, FALSE, sizeof(struct file_change));
    g_array_set_clear_func(r.files, clear_file);
    while (ok && next_line(&r, &line)) {
        any = any || !is_blank(line);
        ok = read_line(&r, line);
    }
    if (ok && any && r.files->len == 0) {
        ok = fail_line(&r, 0, "this is not a patch; git diff and diff -u write patches");
    }
    if (!ok) {
        g_array_unref(r.files);
        return NULL;
    }
    return r.files;
}
