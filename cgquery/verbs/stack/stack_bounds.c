/* Reads bounds files, one bound per line: what a graph cannot know of the stack. */
#include "names/chosen_functions.h"
#include "names/sets.h"
#include "verbs/stack/stack.h"

#include <files/cli_files.h>
#include <string.h>

/* Defaults for x86-64: what calls add, if the figures do not include it, and what a function may
 * use below its frame. */
#define RETURN_ADDRESS 8
#define RED_ZONE 128

#define BLANKS " \t"

/* A line being read. */
struct line {
    struct query *query;
    struct stack_bounds *bounds;
    const char *path;
    unsigned number;
    const char *text; /* the whole line */
};

static struct cg_error place_of(const struct line *line, const char *at)
{
    struct cg_error place = {.line = line->number, .column = (unsigned long)(at - line->text) + 1};
    g_strlcpy(place.file, line->path, sizeof place.file);
    return place;
}

static int report_line(const struct line *line, const char *at, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static int report_line(const struct line *line, const char *at, const char *format, ...)
{
    struct cg_error error = place_of(line, at);
    va_list arguments;
    va_start(arguments, format);
    g_vsnprintf(error.text, sizeof error.text, format, arguments);
    va_end(arguments);
    cli_report(&error);
    return CLI_TROUBLE;
}

/* Reads a text that is a number and nothing else. */
static int read_number(const struct line *line, const char *at, guint64 least, guint64 most,
                       guint64 *out)
{
    if (!g_ascii_string_to_unsigned(at, 10, least, most, out, NULL)) {
        return report_line(line, at,
                           "'%s' is not a number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                           at, least, most);
    }
    return CLI_OK;
}

/* The functions of a set; without any, it is an error or a note. */
static bool *read_set(const struct line *line, const char *at, const char *text)
{
    uint32_t count = cg_graph_node_count(line->query->graph);
    const struct cg_error place = place_of(line, at);
    bool *set = g_new0(bool, count + 1);
    if (query_set_in_file(set, line->query, text, &place) != CLI_OK) {
        g_free(set);
        return NULL;
    }
    if (!memchr(set, true, count)) {
        cli_note("%s:%u: '%s' is not used: the graph has no such function", line->path,
                 line->number, text);
    }
    return set;
}

/* "SET NUMBER" */
static bool *read_set_and_number(const struct line *line, const char *rest, guint64 least,
                                 guint64 most, guint64 *number)
{
    const char *last = rest + strlen(rest);
    while (last > rest && !strchr(BLANKS, last[-1])) {
        last--;
    }
    if (last == rest) {
        report_line(line, rest, "expected functions and a number");
        return NULL;
    }
    if (read_number(line, last, least, most, number) != CLI_OK) {
        return NULL;
    }
    char *text = g_strchomp(g_strndup(rest, (gsize)(last - rest)));
    bool *set = read_set(line, rest, text);
    g_free(text);
    return set;
}

/* The first function of a set from one on, CG_NONE without any: there may be as many lines as
 * functions. @param set NULL: it could not be read */
static cg_node next_of(const struct line *line, const bool *set, cg_node from)
{
    cg_node count = cg_graph_node_count(line->query->graph);
    const bool *found = set && from < count ? memchr(set + from, true, count - from) : NULL;
    return found ? (cg_node)(found - set) : CG_NONE;
}

static int read_frame(const struct line *line, const char *rest)
{
    guint64 bytes;
    bool *set = read_set_and_number(line, rest, 0, G_MAXINT64, &bytes);
    for (cg_node node = next_of(line, set, 0); node != CG_NONE;
         node = next_of(line, set, node + 1)) {
        line->bounds->frame[node] = (int64_t)bytes;
    }
    g_free(set);
    return set ? CLI_OK : CLI_TROUBLE;
}

static int read_recursion(const struct line *line, const char *rest)
{
    guint64 depth;
    bool *set = read_set_and_number(line, rest, 1, G_MAXUINT32, &depth);
    for (cg_node node = next_of(line, set, 0); node != CG_NONE;
         node = next_of(line, set, node + 1)) {
        line->bounds->recursion[node] = (uint32_t)depth;
        line->bounds->recursion_at[node] = line->number;
    }
    g_free(set);
    return set ? CLI_OK : CLI_TROUBLE;
}

/* The number after a colon that ends before `end`, and the colon's place; or NULL. */
static const char *number_before(const char *text, const char *end, uint32_t *out)
{
    const char *digits = end;
    guint64 number;
    while (digits > text && g_ascii_isdigit(digits[-1])) {
        digits--;
    }
    if (digits == end || digits <= text + 1 || digits[-1] != ':') {
        return NULL;
    }
    char *copy = g_strndup(digits, (gsize)(end - digits));
    bool fits = g_ascii_string_to_unsigned(copy, 10, 1, G_MAXUINT32, &number, NULL);
    g_free(copy);
    *out = fits ? (uint32_t)number : 0;
    return fits ? digits - 1 : NULL;
}

/* Reads "FILE:LINE" or "FILE:LINE:COLUMN", up to `end`. */
static bool read_place(struct stack_place *place, const char *text, const char *end)
{
    uint32_t last, before;
    const char *colon = number_before(text, end, &last);
    const char *first = colon ? number_before(text, colon, &before) : NULL;
    if (!colon) {
        return false;
    }
    place->line = first ? before : last;
    place->column = first ? last : 0;
    place->file = g_strndup(text, (gsize)((first ? first : colon) - text));
    return true;
}

/* Reads "SET SET"; the first has no blanks. */
static int read_back(const struct line *line, const char *rest, const char *end, const char *set)
{
    struct stack_back back = {.at = line->number};
    if (!*set) {
        return report_line(line, set, "expected the functions that are called");
    }
    char *callers = g_strndup(rest, (gsize)(end - rest));
    back.callers = read_set(line, rest, callers);
    back.callees = back.callers ? read_set(line, set, set) : NULL;
    g_free(callers);
    if (!back.callees) {
        g_free(back.callers);
        return CLI_TROUBLE;
    }
    g_array_append_val(line->bounds->backs, back);
    return CLI_OK;
}

static int read_calls(const struct line *line, const char *rest)
{
    struct stack_place place = {.at = line->number};
    const char *end = rest + strcspn(rest, BLANKS);
    const char *set = end + strspn(end, BLANKS);
    if (!read_place(&place, rest, end)) {
        return read_back(line, rest, end, set);
    }
    place.callees = *set ? read_set(line, set, set) : NULL;
    if (!*set) {
        report_line(line, set, "expected the functions that are called");
    }
    if (!place.callees) {
        g_free(place.file);
        return CLI_TROUBLE;
    }
    g_array_append_val(line->bounds->places, place);
    return CLI_OK;
}

static int read_resolved(const struct line *line, const char *rest)
{
    struct stack_place place = {.at = line->number};
    if (read_place(&place, rest, rest + strlen(rest))) {
        g_array_append_val(line->bounds->places, place);
        return CLI_OK;
    }
    bool *set = read_set(line, rest, rest);
    for (cg_node node = 0; set && node < cg_graph_node_count(line->query->graph); node++) {
        line->bounds->closed[node] = set[node] ? line->number : line->bounds->closed[node];
    }
    g_free(set);
    return set ? CLI_OK : CLI_TROUBLE;
}

static int read_bytes(const struct line *line, const char *rest, int64_t *out)
{
    guint64 bytes;
    int code = read_number(line, rest, 0, G_MAXINT64, &bytes);
    *out = code == CLI_OK ? (int64_t)bytes : *out;
    return code;
}

static int read_library(const struct line *line, const char *rest)
{
    return read_bytes(line, rest, &line->bounds->library);
}

static int read_overhead(const struct line *line, const char *rest)
{
    return read_bytes(line, rest, &line->bounds->overhead);
}

static int read_red_zone(const struct line *line, const char *rest)
{
    return read_bytes(line, rest, &line->bounds->red_zone);
}

static const struct word {
    const char *word;
    int (*read)(const struct line *line, const char *rest);
} words[] = {
    {"frame", read_frame},       {"recursion", read_recursion}, {"calls", read_calls},
    {"resolved", read_resolved}, {"library", read_library},     {"overhead", read_overhead},
    {"redzone", read_red_zone},
};

/* A comment begins at the begin of a line or after a blank. */
static void cut_comment(char *text)
{
    for (char *at = text; *at; at++) {
        if (*at == '#' && (at == text || strchr(BLANKS, at[-1]))) {
            *at = '\0';
        }
    }
    g_strchomp(text);
}

static int read_line(const struct line *line)
{
    const char *begin = line->text + strspn(line->text, BLANKS);
    size_t length = strcspn(begin, BLANKS);
    const char *rest = begin + length + strspn(begin + length, BLANKS);
    if (!*begin) {
        return CLI_OK;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strlen(words[i].word) == length && strncmp(begin, words[i].word, length) == 0) {
            return *rest ? words[i].read(line, rest)
                         : report_line(line, rest, "'%s' says nothing", words[i].word);
        }
    }
    return report_line(
        line, begin,
        "unknown bound '%.*s'; expected frame, recursion, calls, resolved, library, overhead "
        "or redzone",
        (int)MIN(length, 100), begin);
}

int stack_bounds_read(struct stack_bounds *out, struct query *query)
{
    uint32_t count = cg_graph_node_count(query->graph);
    *out = (struct stack_bounds){
        .frame = g_new(int64_t, count + 1),
        .recursion = g_new0(uint32_t, count + 1),
        .recursion_at = g_new0(unsigned, count + 1),
        .closed = g_new0(unsigned, count + 1),
        .backs = g_array_new(FALSE, FALSE, sizeof(struct stack_back)),
        .places = g_array_new(FALSE, FALSE, sizeof(struct stack_place)),
        .library = -1,
        .overhead = RETURN_ADDRESS,
        .red_zone = RED_ZONE,
    };
    for (cg_node node = 0; node < count; node++) {
        out->frame[node] = -1;
    }
    const char *path = query->options.bounds;
    char **lines = path ? cli_read_lines(path) : NULL;
    int code = path && !lines ? CLI_TROUBLE : CLI_OK;
    for (unsigned i = 0; lines && lines[i] && code == CLI_OK; i++) {
        cut_comment(lines[i]);
        const struct line line = {query, out, cli_title(path), i + 1, lines[i]};
        out->lines = line.number;
        code = read_line(&line);
    }
    g_strfreev(lines);
    return code;
}

void stack_bounds_clear(struct stack_bounds *bounds)
{
    for (guint i = 0; i < bounds->places->len; i++) {
        struct stack_place *place = &g_array_index(bounds->places, struct stack_place, i);
        g_free(place->file);
        g_free(place->callees);
    }
    for (guint i = 0; i < bounds->backs->len; i++) {
        g_free(g_array_index(bounds->backs, struct stack_back, i).callers);
        g_free(g_array_index(bounds->backs, struct stack_back, i).callees);
    }
    g_array_unref(bounds->backs);
    g_array_unref(bounds->places);
    g_free(bounds->frame);
    g_free(bounds->recursion);
    g_free(bounds->recursion_at);
    g_free(bounds->closed);
}

struct stack_place *stack_bounds_place(const struct stack_bounds *bounds,
                                       const struct cg_site *site, guint *next)
{
    while (*next < bounds->places->len) {
        struct stack_place *place = &g_array_index(bounds->places, struct stack_place, *next);
        ++*next;
        if (place->line == site->line && (!place->column || place->column == site->column) &&
            match_file(place->file, strlen(place->file), site->file)) {
            return place;
        }
    }
    return NULL;
}

/* Reports lines about functions that have no effect. @param at by node: the line about it, or 0
 * @param counts by node: whether it has an effect */
static void note_lines(const struct stack_answer *answer, const unsigned *at, const bool *counts,
                       const char *why)
{
    const struct stack_bounds *bounds = &answer->bounds;
    bool *said = g_new0(bool, bounds->lines + 1), *used = g_new0(bool, bounds->lines + 1);
    for (cg_node node = 0; node < cg_graph_node_count(answer->query->graph); node++) {
        said[at[node]] = true;
        used[at[node]] = used[at[node]] || counts[node];
    }
    for (unsigned line = 1; line <= bounds->lines; line++) {
        if (said[line] && !used[line]) {
            cli_note("%s:%u: not used: %s", cli_title(answer->query->options.bounds), line, why);
        }
    }
    g_free(said);
    g_free(used);
}

static void note_recursion(const struct stack_answer *answer)
{
    uint32_t count = cg_graph_node_count(answer->query->graph);
    bool *recurses = g_new(bool, count + 1);
    for (cg_node node = 0; node < count; node++) {
        recurses[node] = cg_stack_recurses(answer->stack, node);
    }
    note_lines(answer, answer->bounds.recursion_at, recurses,
               "none of these functions calls itself again");
    g_free(recurses);
}

void stack_bounds_note_unused(const struct stack_answer *answer)
{
    const struct stack_bounds *bounds = &answer->bounds;
    const char *path = answer->query->options.bounds;
    for (guint i = 0; i < bounds->places->len; i++) {
        const struct stack_place *place = &g_array_index(bounds->places, struct stack_place, i);
        if (!place->used) {
            cli_note("%s:%u: not used: there is no unresolved call at %s:%u", cli_title(path),
                     place->at, place->file, place->line);
        }
    }
    for (guint i = 0; i < bounds->backs->len; i++) {
        const struct stack_back *back = &g_array_index(bounds->backs, struct stack_back, i);
        if (!back->used) {
            cli_note("%s:%u: not used: all of these functions have a body", cli_title(path),
                     back->at);
        }
    }
    note_recursion(answer);
    note_lines(answer, bounds->closed, answer->closes, "all calls of these functions are known");
}
