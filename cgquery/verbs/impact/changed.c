/*
 * Maps the lines of the old and the new side of a diff separately, to functions and to other
 * definitions, and unites both where they differ.
 */
#include "verbs/impact/changed.h"

#include "names/chosen_functions.h"
#include "uses/entities_named.h"
#include "verbs/impact/line_operands.h"

#include <libcg/kinds.h>

#include <errno.h>
#include <string.h>

/* The mapping being computed. */
struct finder {
    struct query *query;
    struct changed *changed;
    struct function_places *places;
    enum side side;     /* its lines are mapped */
    GHashTable *ranges; /* node: its ranges, which move to the functions */
    GArray *found;      /* of struct changed_place */
    GArray *entities;   /* of struct changed_entity */
    GHashTable *known;  /* numbers of these + 1 */
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

/* Whether a function contains some of the lines, or encloses a place without lines. */
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
    enum side side = finder->side;
    uint32_t lines = range.last + 1 - range.first;
    const struct line_hunk *hunk =
        &g_array_index(mapped->change->hunks, struct line_hunk, change->hunk);
    struct changed_place place = {
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
    if (!hunk->text) { /* an operand: nothing is known of the change */
        place.added = place.removed = 0;
    }
    g_array_append_val(finder->found, place);
}

static const struct uses *uses_of_graph(struct finder *finder)
{
    struct changed *changed = finder->changed;
    if (!changed->uses) {
        changed->uses = uses_read(finder->query);
    }
    return changed->uses;
}

/* Leave out the lines outside of the definition. */
static void narrow(const struct uses *uses, struct changed_entity *changed)
{
    guint count;
    const guint *places = uses_places_of(uses, changed->entity, &count);
    for (guint i = 0; i < count; i++) {
        const struct entity_place *place = uses_place(uses, places[i]);
        if (strcmp(place->file, changed->file) == 0 && place->first <= changed->last &&
            place->last >= changed->first) {
            changed->first = MAX(changed->first, place->first);
            changed->last = MIN(changed->last, place->last);
            return;
        }
    }
}

static void add_entity(struct finder *finder, uint32_t entity, const char *file,
                       struct line_range range)
{
    struct changed_entity changed = {entity, file, range.first, range.last, 0};
    if (g_hash_table_add(finder->known, GUINT_TO_POINTER(entity + 1))) {
        narrow(finder->changed->uses, &changed);
        g_array_append_val(finder->entities, changed);
    }
}

/* Add the definitions that have some lines. @return whether there are any */
static bool add_definitions(struct finder *finder, const char *file, struct line_range range)
{
    GArray *entities = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    entities_in_lines(entities, uses_of_graph(finder), file, range.first, range.last);
    bool any = entities->len > 0;
    for (guint i = 0; i < entities->len; i++) {
        add_entity(finder, g_array_index(entities, uint32_t, i), file, range);
    }
    g_array_unref(entities);
    return any;
}

/* Add the functions that have parts in a file, for lines that no function has as a whole.
 * @return whether there are any */
static bool add_parts(struct finder *finder, const char *file, const struct line_range *range)
{
    const GArray *nodes = function_places_parts(finder->places, file);
    for (guint i = 0; nodes && i < nodes->len; i++) {
        touch(finder, g_array_index(nodes, cg_node, i), range);
    }
    return nodes != NULL;
}

/* Add the changed lines that are in no function. */
static void add_outside(struct finder *finder, const struct mapped *mapped,
                        const struct line_change *change, struct line_range rest, bool whole)
{
    const GArray *blank =
        finder->side == SIDE_OLD ? mapped->change->old_blank : mapped->change->new_blank;
    bool matters =
        has_lines(rest) ? !all_blank(blank, rest) || (whole && !change->blank) : !change->blank;
    if (matters && !add_definitions(finder, mapped->file, rest) &&
        !add_parts(finder, mapped->file, &rest)) {
        add_place(finder, mapped, change, rest, whole);
    }
}

static void map_change(struct finder *finder, const struct mapped *mapped,
                       const struct line_change *change)
{
    struct line_range range = range_of(change, finder->side);
    guint count = function_places_up_to(mapped->functions, MAX(range.first, range.last));
    bool any = false;
    uint32_t next = range.first; /* lines before it are in functions, or recorded */
    /* those that begin before their end, back to where none reaches that far */
    guint first = function_places_reaching(mapped->functions, count, range.first);
    for (guint i = first; i < count; i++) {
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
    const char *path = path_of(change, finder->side);
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
        g_array_append_val(finder->found, place);
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

/* The files that a path may mean: those with functions, else those with other definitions. */
static GPtrArray *find_files(struct finder *finder, const char *path)
{
    GPtrArray *files = path ? function_places_files(finder->places, path) : g_ptr_array_new();
    if (files->len > 0 || !path) {
        return files;
    }
    g_ptr_array_unref(files);
    return entities_files(uses_of_graph(finder), path);
}

static void map_text(struct finder *finder, const GArray *text, bool report)
{
    GArray *none = g_array_new(FALSE, FALSE, sizeof(struct function_place));
    for (guint i = 0; i < text->len; i++) {
        const struct file_change *change = &g_array_index(text, struct file_change, i);
        const char *path = path_of(change, finder->side);
        GPtrArray *files = find_files(finder, path);
        if (files->len > 1 && report) {
            note_ambiguous(path, files);
        }
        if (files->len == 0 || change->binary) {
            add_unknown_file(finder, change);
        }
        for (guint k = 0; k < files->len; k++) {
            const GArray *functions = function_places_of(finder->places, files->pdata[k]);
            const struct mapped mapped = {change, files->pdata[k], functions ? functions : none};
            map_file(finder, &mapped);
        }
        g_ptr_array_unref(files);
    }
    g_array_unref(none);
}

/* Both sides */

/* Whether a function has lines in one mapping and none in the other. */
static bool has_more(GHashTable *ranges, GHashTable *other)
{
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, ranges);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const GArray *same = g_hash_table_lookup(other, key);
        if (((GArray *)value)->len > 0 && !(same && same->len > 0)) {
            return true;
        }
    }
    return false;
}

static gint by_line(gconstpointer a, gconstpointer b)
{
    const struct line_range *x = a, *y = b;
    return x->first != y->first ? (x->first > y->first) - (x->first < y->first)
                                : (x->last > y->last) - (x->last < y->last);
}

static void add_ranges(struct finder *finder, GHashTable *ranges)
{
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, ranges);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const GArray *more = value;
        for (guint i = 0; i < more->len; i++) {
            touch(finder, GPOINTER_TO_UINT(key), &g_array_index(more, struct line_range, i));
        }
    }
    g_hash_table_iter_init(&iter, finder->ranges);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        GArray *all = value;
        g_array_sort(all, by_line);
        for (guint i = all->len; i > 1; i--) {
            if (by_line(&g_array_index(all, struct line_range, i - 2),
                        &g_array_index(all, struct line_range, i - 1)) == 0) {
                g_array_remove_index(all, i - 1);
            }
        }
    }
}

static char *key_of_place(const struct changed_place *place)
{
    return g_strdup_printf("%lu-%lu+%lu-%lu %s", (unsigned long)place->range.first,
                           (unsigned long)place->range.last, (unsigned long)place->added,
                           (unsigned long)place->removed, place->file);
}

/* Add functions of another mapping that are not there yet. */
static void add_places(struct finder *finder, const GArray *places)
{
    GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < finder->found->len; i++) {
        g_hash_table_add(known,
                         key_of_place(&g_array_index(finder->found, struct changed_place, i)));
    }
    for (guint i = 0; i < places->len; i++) {
        const struct changed_place *place = &g_array_index(places, struct changed_place, i);
        if (g_hash_table_add(known, key_of_place(place))) {
            g_array_append_val(finder->found, *place);
        }
    }
    g_hash_table_unref(known);
}

static void free_ranges(gpointer ranges)
{
    g_array_unref(ranges);
}

/* Whether two mappings found different definitions. */
static bool differ(const struct finder *a, const struct finder *b)
{
    bool same = a->entities->len == b->entities->len;
    for (guint i = 0; i < a->entities->len && same; i++) {
        uint32_t entity = g_array_index(a->entities, struct changed_entity, i).entity;
        same = g_hash_table_contains(b->known, GUINT_TO_POINTER(entity + 1));
    }
    return !same;
}

/* When in doubt include a function: an extra one costs time, a missing one hides an effect. */
static void map_both(struct finder *finder)
{
    struct finder old = *finder;
    old.side = SIDE_OLD;
    old.ranges = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_ranges);
    old.found = g_array_new(FALSE, FALSE, sizeof(struct changed_place));
    old.entities = g_array_new(FALSE, FALSE, sizeof(struct changed_entity));
    old.known = g_hash_table_new(g_direct_hash, g_direct_equal);
    finder->side = SIDE_NEW;
    map_text(finder, finder->changed->files, true);
    map_text(&old, finder->changed->files, false);
    if (has_more(finder->ranges, old.ranges) || has_more(old.ranges, finder->ranges) ||
        differ(finder, &old)) {
        add_ranges(finder, old.ranges);
        add_places(finder, old.found);
        for (guint i = 0; i < old.entities->len; i++) {
            const struct changed_entity *entity =
                &g_array_index(old.entities, struct changed_entity, i);
            const struct line_range range = {entity->first, entity->last};
            add_entity(finder, entity->entity, entity->file, range);
        }
        finder->side = SIDE_ANY;
    }
    g_array_unref(old.entities);
    g_hash_table_unref(old.known);
    g_hash_table_unref(old.ranges);
    g_array_unref(old.found);
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
    const char *shown = cli_title(path);
    FILE *in = standard ? stdin : fopen(path, "rb");
    if (!in) {
        return fail_read(shown, g_strerror(errno));
    }
    char buffer[4096];
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
    g_strlcpy(placed.file, cli_title(path), sizeof placed.file);
    g_strlcpy(placed.text, error.text, sizeof placed.text);
    cli_report(&placed);
    return CLI_TROUBLE;
}

/* If a file is changed twice, its lines are counted in different states. */
static int refuse_series(const struct changed *changed, const char *path)
{
    int code = CLI_OK;
    GHashTable *seen[] = {g_hash_table_new(g_str_hash, g_str_equal),
                          g_hash_table_new(g_str_hash, g_str_equal)};
    for (guint i = 0; i < changed->files->len && code == CLI_OK; i++) {
        const struct file_change *change = &g_array_index(changed->files, struct file_change, i);
        const char *again = NULL;
        if (change->new_path && !g_hash_table_add(seen[SIDE_NEW], change->new_path)) {
            again = change->new_path;
        } else if (change->old_path && !change->copied &&
                   !g_hash_table_add(seen[SIDE_OLD], change->old_path)) {
            again = change->old_path;
        }
        if (again) {
            cli_error("%s: %s is changed more than once, and lines of one change are not those of "
                      "the next: hand in one difference, as of git diff FIRST LAST",
                      cli_title(path), again);
            code = CLI_TROUBLE;
        }
    }
    g_hash_table_unref(seen[SIDE_OLD]);
    g_hash_table_unref(seen[SIDE_NEW]);
    return code;
}

static int map(struct finder *finder, const char *path)
{
    finder->changed->text = g_string_new(NULL);
    int code = read_text(finder->changed->text, path);
    if (code == CLI_OK) {
        code = parse_text(finder->changed, path);
    }
    if (code == CLI_OK) {
        code = refuse_series(finder->changed, path);
    }
    if (code != CLI_OK) {
        return code;
    }
    if (finder->changed->files->len > 0 && function_places_none(finder->places)) {
        cli_error("%s does not record where functions are: none has metadata '%s'",
                  finder->query->graph_name, CG_KEY_SOURCE_RANGE);
        return CLI_TROUBLE;
    }
    finder->side = changed_side(finder->query, finder->places, finder->changed->files);
    if (finder->side == SIDE_ANY) {
        map_both(finder);
    } else {
        map_text(finder, finder->changed->files, true);
    }
    finder->changed->side = finder->side;
    return CLI_OK;
}

/* Everything together */

static gint by_rank(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct query *query = user;
    uint32_t x = query_rank(query)[((const struct changed_function *)a)->node];
    uint32_t y = query_rank(query)[((const struct changed_function *)b)->node];
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
    struct finder finder = {.query = query, .changed = out};
    *out = (struct changed){
        .functions = g_array_new(FALSE, FALSE, sizeof(struct changed_function)),
        .places = g_array_new(FALSE, FALSE, sizeof(struct changed_place)),
        .entities = g_array_new(FALSE, FALSE, sizeof(struct changed_entity)),
        .lines = line_operands_read(query),
    };
    finder.ranges = g_hash_table_new(g_direct_hash, g_direct_equal);
    finder.known = g_hash_table_new(g_direct_hash, g_direct_equal);
    finder.found = out->places;
    finder.entities = out->entities;
    for (size_t i = 0; i < query->selection_count; i++) {
        for (size_t k = 0; k < query->selections[i].count; k++) {
            touch(&finder, query->selections[i].nodes[k], NULL);
        }
    }
    if (path || out->lines->len > 0) {
        finder.places = out->where = function_places_new(query, false);
    }
    finder.side = SIDE_NEW;
    map_text(&finder, out->lines, true);
    int code = path ? map(&finder, path) : CLI_OK;
    list_functions(&finder);
    if (out->entities->len > 0 && code == CLI_OK) {
        code = dependents_find(&out->dependents, query, out->uses, out->entities);
    }
    g_hash_table_unref(finder.ranges);
    g_hash_table_unref(finder.known);
    return code;
}

void changed_clear(struct changed *changed)
{
    for (guint i = 0; i < changed->functions->len; i++) {
        g_array_unref(g_array_index(changed->functions, struct changed_function, i).ranges);
    }
    g_array_unref(changed->functions);
    g_array_unref(changed->places);
    g_array_unref(changed->entities);
    g_array_unref(changed->lines);
    if (changed->dependents) {
        g_array_unref(changed->dependents);
    }
    uses_free(changed->uses);
    function_places_free(changed->where);
    if (changed->files) {
        g_array_unref(changed->files);
    }
    if (changed->text) {
        g_string_free(changed->text, TRUE);
    }
}
