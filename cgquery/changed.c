#include "changed.h"

#include "select.h"

#include <libcg/kinds.h>

#include <errno.h>
#include <string.h>

/* What is being worked out. */
struct finder {
    struct query *query;
    struct changed *changed;
    struct function_places *places;
    GHashTable *ranges; /* node: its ranges, which the functions take over */
};

/* One file of the text that is, or may be, one of the graph. */
struct mapped {
    const struct file_change *change;
    const char *file;
    const GArray *functions;
};

/* Ranges of one side */

static struct line_range range_of(const struct line_change *change, enum side side)
{
    uint32_t first = side == SIDE_OLD ? change->old_line : change->new_line;
    uint32_t count = side == SIDE_OLD ? change->old_count : change->new_count;
    return (struct line_range){first, first + count - 1};
}

static const char *path_of(const struct file_change *change, enum side side)
{
    return side == SIDE_OLD ? change->old_path : change->new_path;
}

static bool has_lines(struct line_range range)
{
    return range.last >= range.first;
}

/* Whether a function has some of the lines, or surrounds the place where there are none. */
static bool is_touched(const struct function_place *place, struct line_range range)
{
    if (!has_lines(range)) {
        return place->first < range.first && place->last >= range.first;
    }
    return place->first <= range.last && place->last >= range.first;
}

static int compare_lines(gconstpointer a, gconstpointer b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool all_blank(const GArray *blank, struct line_range range)
{
    for (uint32_t line = range.first; line <= range.last; line++) {
        if (blank->len == 0 ||
            !bsearch(&line, blank->data, blank->len, sizeof line, compare_lines)) {
            return false;
        }
    }
    return true;
}

/* Which side the graph is of */

/* Whether text names a function, as a word of it. */
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
        bool ends = after == end || !(g_ascii_isalnum(*after) || *after == '_');
        if (begins && ends) {
            return true;
        }
        left = (size_t)(end - at) - 1;
    }
    return false;
}

/* Whether the function that begins last before a line is what the heading names. */
static bool heading_fits(struct query *query, const struct mapped *mapped, uint32_t line,
                         const char *heading)
{
    guint count = line > 1 ? function_places_up_to(mapped->functions, line - 1) : 0;
    if (count == 0) {
        return false;
    }
    uint32_t first = g_array_index(mapped->functions, struct function_place, count - 1).first;
    for (guint i = count; i > 0; i--) { /* those of a template begin at one line */
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

/* Whether a function of the graph begins at a line, and text has its name there. */
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

/* Lines of a part that begin functions, by where the sides have them. */
static long votes_of_lines(struct query *query, const struct mapped *mapped,
                           const struct line_hunk *hunk)
{
    long votes = 0;
    const char *end = hunk->text + hunk->length;
    uint32_t old_line = hunk->old_line, new_line = hunk->new_line;
    for (const char *at = hunk->text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline + 1 : end;
        bool in_old = *at != '+' && *at != '\\', in_new = *at != '-' && *at != '\\';
        if (!in_old || !in_new || old_line != new_line) {
            size_t length = (size_t)(next - at);
            votes += in_new && beginning_fits(query, mapped, new_line, at, length);
            votes -= in_old && beginning_fits(query, mapped, old_line, at, length);
        }
        old_line += in_old;
        new_line += in_new;
        at = next;
    }
    return votes;
}

/* Votes of a file for the new side; those for the old count against it. */
static long count_votes(struct query *query, const struct mapped *mapped)
{
    long votes = 0;
    const GArray *hunks = mapped->change->hunks;
    for (guint i = 0; i < hunks->len; i++) {
        const struct line_hunk *hunk = &g_array_index(hunks, struct line_hunk, i);
        if (hunk->heading[0]) {
            votes += heading_fits(query, mapped, hunk->new_line, hunk->heading);
            votes -= heading_fits(query, mapped, hunk->old_line, hunk->heading);
        }
        votes += votes_of_lines(query, mapped, hunk);
    }
    return votes;
}

static bool has_file(const struct finder *finder, const char *path)
{
    GPtrArray *files = path ? function_places_files(finder->places, path) : NULL;
    bool has = files && files->len > 0;
    if (files) {
        g_ptr_array_unref(files);
    }
    return has;
}

static long votes_of_file(const struct finder *finder, const struct file_change *change)
{
    bool of_old = has_file(finder, change->old_path), of_new = has_file(finder, change->new_path);
    if (of_old != of_new || !of_new) {
        return (long)of_new - (long)of_old;
    }
    long votes = 0;
    GPtrArray *files = function_places_files(finder->places, change->new_path);
    for (guint i = 0; i < files->len; i++) {
        const struct mapped mapped = {change, files->pdata[i],
                                      function_places_of(finder->places, files->pdata[i])};
        votes += count_votes(finder->query, &mapped);
    }
    g_ptr_array_unref(files);
    return votes;
}

/* As asked, or as lines that begin functions, headings of parts, which git takes of the old side's
 * lines, and names of files fit better; when nothing tells, the graph is that of the files there
 * are. */
static void choose_side(struct finder *finder)
{
    const char *side = finder->query->options.side;
    long votes = 0;
    for (guint i = 0; i < finder->changed->files->len && (!side || strcmp(side, "auto") == 0);
         i++) {
        votes +=
            votes_of_file(finder, &g_array_index(finder->changed->files, struct file_change, i));
    }
    bool old = side && strcmp(side, "auto") != 0 ? strcmp(side, "old") == 0 : votes < 0;
    finder->changed->side = old ? SIDE_OLD : SIDE_NEW;
}

/* Mapping */

static void touch(struct finder *finder, cg_node node, const struct line_range *range)
{
    GArray *ranges = g_hash_table_lookup(finder->ranges, GUINT_TO_POINTER(node));
    if (!ranges) {
        ranges = g_array_new(FALSE, FALSE, sizeof(struct line_range));
        g_hash_table_insert(finder->ranges, GUINT_TO_POINTER(node), ranges);
    }
    if (range) {
        g_array_append_val(ranges, *range);
    }
}

static void add_place(struct finder *finder, const struct mapped *mapped,
                      const struct line_change *change, struct line_range range, bool whole)
{
    enum side side = finder->changed->side;
    uint32_t lines = range.last + 1 - range.first;
    const struct line_hunk *hunk =
        &g_array_index(mapped->change->hunks, struct line_hunk, change->hunk);
    const struct changed_place place = {
        .file = mapped->file,
        .in_graph = true,
        .range = range,
        .added = side == SIDE_NEW ? lines
                 : whole          ? change->new_count
                                  : 0,
        .removed = side == SIDE_OLD ? lines
                   : whole          ? change->old_count
                                    : 0,
        .heading = hunk->heading[0] ? hunk->heading : NULL,
    };
    g_array_append_val(finder->changed->places, place);
}

/* Those of lines of a change that are in no function. */
static void add_outside(struct finder *finder, const struct mapped *mapped,
                        const struct line_change *change, struct line_range rest, bool whole)
{
    const GArray *blank =
        finder->changed->side == SIDE_OLD ? mapped->change->old_blank : mapped->change->new_blank;
    if (has_lines(rest) ? !all_blank(blank, rest) || (whole && !change->blank) : !change->blank) {
        add_place(finder, mapped, change, rest, whole);
    }
}

/* The functions that may have some of the lines are those that begin before their end, back to
 * where none reaches that far. */
static guint first_touched(const GArray *functions, guint count, struct line_range range)
{
    guint first = count;
    while (first > 0 &&
           g_array_index(functions, struct function_place, first - 1).furthest >= range.first) {
        first--;
    }
    return first;
}

static void map_change(struct finder *finder, const struct mapped *mapped,
                       const struct line_change *change)
{
    struct line_range range = range_of(change, finder->changed->side);
    guint count = function_places_up_to(mapped->functions, MAX(range.first, range.last));
    bool any = false;
    uint32_t next = range.first; /* lines before it are in functions, or told */
    for (guint i = first_touched(mapped->functions, count, range); i < count; i++) {
        const struct function_place *place =
            &g_array_index(mapped->functions, struct function_place, i);
        if (!is_touched(place, range)) {
            continue;
        }
        const struct line_range part = {MAX(range.first, place->first),
                                        MIN(range.last, place->last)};
        if (has_lines(range) && part.first > next) {
            add_outside(finder, mapped, change, (struct line_range){next, part.first - 1}, false);
        }
        touch(finder, place->node, has_lines(range) ? &part : &range);
        next = MAX(next, part.last + 1);
        any = true;
    }
    if (!any || (has_lines(range) && next <= range.last)) {
        add_outside(finder, mapped, change, (struct line_range){next, range.last}, !any);
    }
}

static void map_file(struct finder *finder, const struct mapped *mapped)
{
    for (guint i = 0; i < mapped->change->changes->len; i++) {
        map_change(finder, mapped, &g_array_index(mapped->change->changes, struct line_change, i));
    }
}

static void add_unknown_file(struct finder *finder, const struct file_change *change)
{
    const char *path = path_of(change, finder->changed->side);
    struct changed_place place = {
        .file = path               ? path
                : change->old_path ? change->old_path
                                   : change->new_path,
        .binary = change->binary,
    };
    for (guint i = 0; i < change->changes->len; i++) {
        const struct line_change *lines = &g_array_index(change->changes, struct line_change, i);
        place.added += lines->new_count;
        place.removed += lines->old_count;
    }
    if (place.file && (place.binary || place.added || place.removed)) {
        g_array_append_val(finder->changed->places, place);
    }
}

static void note_ambiguous(const char *path, const GPtrArray *files)
{
    GString *list = g_string_new(NULL);
    enum { SHOWN = 4 };
    for (guint i = 0; i < files->len && i < SHOWN; i++) {
        g_string_append_printf(list, "%s%s", i ? ", " : "", (const char *)files->pdata[i]);
    }
    cli_note("%s may be any of %u files, and is taken for all: %s%s", path, files->len, list->str,
             files->len > SHOWN ? ", ..." : "");
    g_string_free(list, TRUE);
}

static void map_text(struct finder *finder)
{
    for (guint i = 0; i < finder->changed->files->len; i++) {
        const struct file_change *change =
            &g_array_index(finder->changed->files, struct file_change, i);
        const char *path = path_of(change, finder->changed->side);
        GPtrArray *files = path ? function_places_files(finder->places, path) : g_ptr_array_new();
        if (files->len > 1) {
            note_ambiguous(path, files);
        }
        if (files->len == 0 || change->binary) {
            add_unknown_file(finder, change);
        }
        for (guint k = 0; k < files->len; k++) {
            const struct mapped mapped = {change, files->pdata[k],
                                          function_places_of(finder->places, files->pdata[k])};
            map_file(finder, &mapped);
        }
        g_ptr_array_unref(files);
    }
}

/* Reading */

static int fail_read(const char *shown, const char *why)
{
    cli_error("%s: cannot read: %s", shown, why);
    return CLI_TROUBLE;
}

static int read_text(GString *out, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    const char *shown = standard ? "standard input" : path;
    FILE *in = standard ? stdin : fopen(path, "rb");
    if (!in) {
        return fail_read(shown, g_strerror(errno));
    }
    char buffer[1 << 16];
    size_t count;
    while (out->len <= DIFF_LINES_LIMIT && (count = fread(buffer, 1, sizeof buffer, in)) > 0) {
        g_string_append_len(out, buffer, (gssize)count);
    }
    int code = CLI_OK;
    if (ferror(in)) {
        code = fail_read(shown, g_strerror(errno));
    } else if (out->len > DIFF_LINES_LIMIT) {
        code = fail_read(shown, "it is longer than 256 MiB");
    }
    if (!standard) {
        fclose(in);
    }
    return code;
}

static int parse_text(struct changed *changed, const char *path)
{
    struct diff_error error;
    struct cg_error placed = {.status = CG_E_FORMAT};
    changed->files = diff_lines_read(changed->text->str, changed->text->len, &error);
    if (changed->files) {
        return CLI_OK;
    }
    placed.line = error.line;
    g_strlcpy(placed.file, strcmp(path, "-") == 0 ? "standard input" : path, sizeof placed.file);
    g_strlcpy(placed.text, error.text, sizeof placed.text);
    cli_report(&placed);
    return CLI_TROUBLE;
}

static int map(struct finder *finder, const char *path)
{
    finder->changed->text = g_string_new(NULL);
    int code = read_text(finder->changed->text, path);
    if (code == CLI_OK) {
        code = parse_text(finder->changed, path);
    }
    if (code != CLI_OK) {
        return code;
    }
    finder->places = function_places_new(finder->query);
    if (finder->changed->files->len > 0 && function_places_none(finder->places)) {
        cli_error("%s does not tell where functions are: none has metadata '%s'",
                  finder->query->graph_name, CG_KEY_SOURCE_RANGE);
        return CLI_TROUBLE;
    }
    choose_side(finder);
    map_text(finder);
    return CLI_OK;
}

/* All together */

static gint by_rank(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct query *query = user;
    uint32_t x = query->rank[((const struct changed_function *)a)->node];
    uint32_t y = query->rank[((const struct changed_function *)b)->node];
    return (x > y) - (x < y);
}

static void list_functions(struct finder *finder)
{
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, finder->ranges);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const struct changed_function function = {GPOINTER_TO_UINT(key), value};
        g_array_append_val(finder->changed->functions, function);
    }
    g_array_sort_with_data(finder->changed->functions, by_rank, finder->query);
}

int changed_find(struct changed *out, struct query *query, const char *path)
{
    struct finder finder = {query, out, NULL, g_hash_table_new(g_direct_hash, g_direct_equal)};
    *out = (struct changed){
        .functions = g_array_new(FALSE, FALSE, sizeof(struct changed_function)),
        .places = g_array_new(FALSE, FALSE, sizeof(struct changed_place)),
    };
    for (size_t i = 0; i < query->selection_count; i++) {
        for (size_t k = 0; k < query->selections[i].count; k++) {
            touch(&finder, query->selections[i].nodes[k], NULL);
        }
    }
    int code = path ? map(&finder, path) : CLI_OK;
    list_functions(&finder);
    g_hash_table_unref(finder.ranges);
    function_places_free(finder.places);
    return code;
}

void changed_clear(struct changed *changed)
{
    for (guint i = 0; i < changed->functions->len; i++) {
        g_array_unref(g_array_index(changed->functions, struct changed_function, i).ranges);
    }
    g_array_unref(changed->functions);
    g_array_unref(changed->places);
    if (changed->files) {
        g_array_unref(changed->files);
    }
    if (changed->text) {
        g_string_free(changed->text, TRUE);
    }
}
