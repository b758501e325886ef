/* Decides whether a graph is of the old or the new side of a diff, by what its lines say. */
#include "verbs/impact/changed.h"

#include "names/chosen_functions.h"

#include <string.h>

/* The evidence for each side. */
struct votes {
    struct query *query; /* of the graph */
    unsigned long of[2];
};

/* Whether text contains a function's name as a word followed by what may be its parameters. */
static bool names(struct query *query, cg_node node, const char *text, size_t left)
{
    const char *end = text + left;
    size_t length;
    const char *name = query_base_name(query, node, &length);
    const char *scope = g_strrstr_len(name, (gssize)length, "::");
    const char *word = scope ? scope + 2 : name;
    length -= (size_t)(word - name);
    for (const char *at = text; length > 0 && (at = memmem(at, left, word, length)); at++) {
        bool begins = at == text || !(g_ascii_isalnum(at[-1]) || at[-1] == '_');
        const char *after = at + length;
        while (after < end && g_ascii_isspace(*after)) {
            after++;
        }
        bool ends = after < end && *after == '(';
        if (begins && ends) {
            return true;
        }
        left = (size_t)(end - at) - 1;
    }
    return false;
}

/* Whether a heading names the last function that begins before a line. */
static bool heading_fits(struct query *query, const struct mapped *mapped, uint32_t line,
                         const char *heading)
{
    guint count = line > 1 ? function_places_up_to(mapped->functions, line - 1) : 0;
    if (count == 0) {
        return false;
    }
    uint32_t first = g_array_index(mapped->functions, struct function_place, count - 1).first;
    for (guint i = count; i > 0; i--) { /* instances of a template begin on one line */
        const struct function_place *place =
            &g_array_index(mapped->functions, struct function_place, i - 1);
        if (place->first != first) {
            break;
        }
        if (names(query, place->node, heading, strlen(heading))) {
            return true;
        }
    }
    return false;
}

/* Whether a function of the graph begins on a line whose text has its name. */
static bool beginning_fits(struct query *query, const struct mapped *mapped, uint32_t line,
                           const char *text, size_t length)
{
    for (guint i = function_places_up_to(mapped->functions, line); i > 0; i--) {
        const struct function_place *place =
            &g_array_index(mapped->functions, struct function_place, i - 1);
        if (place->first != line) {
            break;
        }
        if (names(query, place->node, text, length)) {
            return true;
        }
    }
    return false;
}

/* Whether a function of the graph that ends with a brace would end on a line without one. */
static bool ending_misfits(const struct mapped *mapped, uint32_t line, const char *text,
                           size_t length)
{
    if (memchr(text, '}', length) || g_strstr_len(text, (gssize)length, "default") ||
        memchr(text, ')', length)) { /* those from macros */
        return false;
    }
    guint count = function_places_up_to(mapped->functions, line);
    for (guint i = function_places_reaching(mapped->functions, count, line); i < count; i++) {
        const struct function_place *place =
            &g_array_index(mapped->functions, struct function_place, i);
        if (place->last == line && place->first < line) {
            return true;
        }
    }
    return false;
}

static void vote_on_line(struct votes *votes, const struct mapped *mapped, enum side side,
                         uint32_t line, const char *text, size_t length)
{
    votes->of[side] += beginning_fits(votes->query, mapped, line, text, length);
    votes->of[side == SIDE_OLD ? SIDE_NEW : SIDE_OLD] += ending_misfits(mapped, line, text, length);
}

/* Counts lines of a hunk that begin and end functions, at their places on each side. */
static void vote_on_lines(struct votes *votes, const struct mapped *mapped,
                          const struct line_hunk *hunk)
{
    const char *end = hunk->text + hunk->length;
    uint32_t old_line = hunk->old_line, new_line = hunk->new_line;
    for (const char *at = hunk->text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline + 1 : end;
        bool in_old = *at != '+' && *at != '\\', in_new = *at != '-' && *at != '\\';
        if (!in_old || !in_new || old_line != new_line) {
            size_t length = (size_t)(next - at);
            if (in_new) {
                vote_on_line(votes, mapped, SIDE_NEW, new_line, at, length);
            }
            if (in_old) {
                vote_on_line(votes, mapped, SIDE_OLD, old_line, at, length);
            }
        }
        old_line += in_old;
        new_line += in_new;
        at = next;
    }
}

/* Headings of declarations and of types show no function's place. */
static void vote_on_heading(struct votes *votes, const struct mapped *mapped,
                            const struct line_hunk *hunk)
{
    struct query *query = votes->query;
    if (hunk->heading[0] && !g_str_has_suffix(hunk->heading, ";")) {
        bool fits_new = heading_fits(query, mapped, hunk->new_line, hunk->heading);
        bool fits_old = heading_fits(query, mapped, hunk->old_line, hunk->heading);
        votes->of[SIDE_NEW] += fits_new && !fits_old;
        votes->of[SIDE_OLD] += fits_old && !fits_new;
    }
}

static bool has_file(const struct function_places *places, const char *path)
{
    GPtrArray *files = path ? function_places_files(places, path) : NULL;
    bool has = files && files->len > 0;
    if (files) {
        g_ptr_array_unref(files);
    }
    return has;
}

static void vote_on_file(struct votes *votes, const struct function_places *places,
                         const struct file_change *change)
{
    bool of_old = has_file(places, change->old_path), of_new = has_file(places, change->new_path);
    if (of_old != of_new || !of_new) {
        votes->of[SIDE_NEW] += of_new;
        votes->of[SIDE_OLD] += of_old;
        return;
    }
    GPtrArray *files = function_places_files(places, change->new_path);
    for (guint i = 0; i < files->len; i++) {
        const struct mapped mapped = {change, files->pdata[i],
                                      function_places_of(places, files->pdata[i])};
        for (guint k = 0; k < change->hunks->len; k++) {
            const struct line_hunk *hunk = &g_array_index(change->hunks, struct line_hunk, k);
            vote_on_heading(votes, &mapped, hunk);
            vote_on_lines(votes, &mapped, hunk);
        }
    }
    g_ptr_array_unref(files);
}

enum side changed_side(struct query *query, const struct function_places *places,
                       const GArray *files)
{
    enum { CLEARLY = 4 };
    const char *side = query->options.side;
    if (side && strcmp(side, "auto") != 0) {
        return strcmp(side, "old") == 0 ? SIDE_OLD : SIDE_NEW;
    }
    struct votes votes = {.query = query};
    for (guint i = 0; i < files->len; i++) {
        vote_on_file(&votes, places, &g_array_index(files, struct file_change, i));
    }
    unsigned long old = votes.of[SIDE_OLD], new = votes.of[SIDE_NEW];
    return old / CLEARLY >= new && old > 0  ? SIDE_OLD
           : new / CLEARLY >= old &&new > 0 ? SIDE_NEW
                                            : SIDE_ANY;
}
