/*
 * Gives libcg/select.h its names, files and definitions: finds words as chosen_functions.c does,
 * reads @FILE once, and keeps what was reported, so that nothing is said twice.
 */
#include "names/sets.h"

#include "core/text_file.h"
#include "names/chosen_functions.h"

#include "files/cli_files.h"
#include <libcg/entries.h>
#include <libcg/select.h>

#include <stdlib.h>
#include <string.h>

struct sets {
    struct query *query; /* of the whole graph */
    struct cg_selector *selector;
    size_t unlisted;              /* number of missing lists named in the current set */
    char *first;                  /* the first of them */
    bool alone;                   /* the current set is a name and nothing else */
    const char *text;             /* of the set; NULL: of named sets, or of rules */
    const struct cg_error *place; /* of the set in a file, or NULL */
    char *missing;                /* the last name that was not found */
    GPtrArray *absent;            /* names already reported */
    GHashTable *reported;         /* the same as a set */
};

/* What other name was meant takes long to find, and is said once. */
static int fail_absent(struct sets *sets, const char *word, struct cg_error *error)
{
    bool again = !sets->alone && g_hash_table_contains(sets->reported, word);
    char *text = again ? g_strdup("no such function") : select_not_found(sets->query, word);
    error->status = CG_E_ARGUMENT;
    g_strlcpy(error->text, text, sizeof error->text);
    g_free(text);
    g_free(sets->missing);
    sets->missing = g_strdup(word);
    return CG_E_ARGUMENT;
}

static int find_word(void *user, bool *found, const char *word, bool listed, struct cg_error *error)
{
    struct sets *sets = user;
    GArray *nodes = select_named(sets->query, word);
    for (guint i = 0; i < nodes->len; i++) {
        found[g_array_index(nodes, cg_node, i)] = true;
    }
    bool missing = nodes->len == 0 && !match_is_glob(word);
    g_array_unref(nodes);
    if (missing && listed && !sets->query->options.strict_names) {
        sets->first = sets->unlisted++ ? sets->first : g_strdup(word);
    } else if (missing && sets->query->verb->two_graphs) {
        cli_note("%s has no function '%s'", sets->query->graph_name, word);
    } else if (missing) {
        return fail_absent(sets, word, error);
    }
    return CG_OK;
}

/* Errors say where in the set they are, files have names of their own. */
static struct cg_error in_file(const struct cg_error *error, const struct cg_error *place)
{
    struct cg_error placed = *error;
    if (!error->file[0] && place) {
        g_strlcpy(placed.file, place->file, sizeof placed.file);
        placed.line = place->line;
        placed.column = place->column + (error->column ? error->column - 1 : 0);
    }
    return placed;
}

/* Verbs that prove absence must not take another spelling of a name for a function that is not
 * there. */
static bool is_doubtful(const struct sets *sets)
{
    char *doubt =
        sets->query->verb->absent_target ? absence_doubt(sets->query, sets->missing) : NULL;
    bool doubtful = doubt != NULL;
    g_free(doubt);
    return doubtful;
}

/* Names that are no functions are warned of, once each, but for one that is all there is. */
static bool tolerate(void *user, const struct cg_error *where)
{
    struct sets *sets = user;
    bool said = sets->missing && g_hash_table_contains(sets->reported, sets->missing);
    if (!sets->missing || sets->alone || sets->query->options.strict_names ||
        select_has_arrow(sets->missing) || (!said && is_doubtful(sets))) {
        return false;
    }
    if (!said) {
        const struct cg_error placed = in_file(where, sets->place);
        char *name = g_strdup(sets->missing);
        g_ptr_array_add(sets->absent, name);
        g_hash_table_add(sets->reported, name);
        if (placed.file[0]) {
            cli_report_warning(NULL, &placed);
        } else {
            cli_warning("in '%s', column %lu: %s", sets->text, placed.column, placed.text);
        }
    }
    return true;
}

static void note_absent(void *user, const char *key)
{
    const struct sets *sets = user;
    cli_note("no function of %s carries metadata '%s'", sets->query->graph_name, key);
}

static void note_unlisted(struct sets *sets)
{
    const char *graph = sets->query->graph_name;
    if (sets->unlisted == 1) {
        cli_note("%s has no function '%s' of the list", graph, sets->first);
    } else if (sets->unlisted > 1) {
        cli_note("%s has no function '%s' and %zu more of the list", graph, sets->first,
                 sets->unlisted - 1);
    }
    g_free(sets->first);
    sets->first = NULL;
    sets->unlisted = 0;
}

/* Release with free, as the library does. */
static char *demangle(const char *name)
{
    if (name[0] != '_') {
        return NULL;
    }
    char *demangled = cli_demangle_partly(name);
    char *out = strdup(demangled);
    g_free(demangled);
    return out;
}

/* Pipes give their text once, and sets are read again for each graph. */
static int read_pipe(void *user, char **out, const char *path, struct cg_error *error)
{
    const struct sets *sets = user;
    GHashTable *pipes = sets->query->options.pipes;
    *out = NULL;
    if (!pipes || strcmp(path, "-") == 0 || !cli_is_read_once(path)) {
        return CG_OK;
    }
    if (!g_hash_table_contains(pipes, path)) {
        char *text = text_file_read(path, error);
        if (!text) {
            return (int)error->status;
        }
        g_hash_table_insert(pipes, g_strdup(path), text);
    }
    *out = strdup(g_hash_table_lookup(pipes, path));
    return *out ? CG_OK : cli_fail(error, CG_E_MEMORY, NULL, "out of memory");
}

static int define(struct sets *sets, const char *definition, struct cg_error *error)
{
    return definition[0] == '@' ? cg_selector_define_file(sets->selector, definition + 1, error)
                                : cg_selector_define(sets->selector, definition, definition, error);
}

static int define_all(struct sets *sets, struct cg_error *error)
{
    int status = CG_OK;
    for (char **text = sets->query->options.define; text && *text && !status; text++) {
        status = define(sets, *text, error);
    }
    return status;
}

static struct query *whole_of(struct query *query)
{
    return query->whole ? query->whole : query;
}

int sets_define(struct query *query)
{
    struct query *whole = whole_of(query);
    struct cg_error error = {0};
    if (whole->sets) {
        return CLI_OK;
    }
    whole->sets = g_new0(struct sets, 1);
    whole->sets->query = whole;
    whole->sets->absent = g_ptr_array_new_with_free_func(g_free);
    whole->sets->reported = g_hash_table_new(g_str_hash, g_str_equal);
    const struct cg_selector_options options = {CG_SELECTOR_OPTIONS_VERSION,
                                                .find = find_word,
                                                .tolerate = tolerate,
                                                .absent = note_absent,
                                                .user = whole->sets,
                                                .demangle = demangle,
                                                .read = read_pipe};
    if (cg_selector_new(&whole->sets->selector, whole->graph, &options, &error) ||
        define_all(whole->sets, &error)) {
        query->trouble = true;
        cli_report(&error);
        return CLI_TROUBLE;
    }
    note_unlisted(whole->sets);
    return CLI_OK;
}

struct cg_selector *sets_selector(struct query *query)
{
    return sets_define(query) == CLI_OK ? whole_of(query)->sets->selector : NULL;
}

void sets_note_unlisted(struct query *query)
{
    note_unlisted(whole_of(query)->sets);
}

const GPtrArray *sets_absent(struct query *query)
{
    return whole_of(query)->sets->absent;
}

GPtrArray *sets_take_absent(struct query *query)
{
    struct query *whole = whole_of(query);
    GPtrArray *names = g_ptr_array_ref(whole->sets->absent);
    sets_free(whole->sets);
    whole->sets = NULL;
    return names;
}

void sets_free(struct sets *sets)
{
    if (sets) {
        cg_selector_free(sets->selector);
        g_hash_table_unref(sets->reported);
        g_ptr_array_unref(sets->absent);
        g_free(sets->first);
        g_free(sets->missing);
        g_free(sets);
    }
}

static int report_in_text(struct query *query, const char *text, const struct cg_error *place,
                          const struct cg_error *error)
{
    const struct cg_error placed = in_file(error, place);
    query->trouble = true;
    if (placed.file[0]) {
        cli_report(&placed);
    } else if (placed.column) {
        cli_error("in '%s', column %lu: %s", text, placed.column, placed.text);
    } else {
        cli_error("in '%s': %s", text, placed.text);
    }
    return CLI_TROUBLE;
}

static int select_whole(bool *out, struct query *query, const char *text,
                        const struct cg_error *place)
{
    struct cg_error error = {0};
    if (sets_define(query) != CLI_OK) {
        return CLI_TROUBLE;
    }
    struct sets *sets = whole_of(query)->sets;
    bool is_name = false;
    sets->alone = cg_select_check(text, &is_name, NULL) == CG_OK && is_name;
    sets->text = text;
    sets->place = place;
    int status = cg_select(out, sets->selector, text, &error);
    sets->alone = false;
    if (status) {
        return report_in_text(query, text, place, &error);
    }
    note_unlisted(sets);
    return CLI_OK;
}

int query_set_in_file(bool *out, struct query *query, const char *text,
                      const struct cg_error *place)
{
    if (!query->whole) {
        return select_whole(out, query, text, place);
    }
    uint32_t count = cg_graph_node_count(query->whole->graph);
    bool *whole = g_new(bool, count + 1);
    int code = select_whole(whole, query, text, place);
    for (cg_node node = 0; node < count && code == CLI_OK; node++) {
        if (query->part[node] != CG_NONE) {
            out[query->part[node]] = whole[node];
        }
    }
    g_free(whole);
    return code;
}

int query_set(bool *out, struct query *query, const char *text)
{
    return query_set_in_file(out, query, text, NULL);
}

bool *query_sets_union(struct query *query, char *const *texts)
{
    uint32_t count = cg_graph_node_count(query->graph);
    bool *all = g_new0(bool, count + 1);
    bool *one = g_new(bool, count + 1);
    int code = CLI_OK;
    for (; *texts && code == CLI_OK; texts++) {
        code = query_set(one, query, *texts);
        for (cg_node node = 0; node < count && code == CLI_OK; node++) {
            all[node] = all[node] || one[node];
        }
    }
    g_free(one);
    if (code != CLI_OK) {
        g_free(all);
        return NULL;
    }
    return all;
}

GArray *query_members(const struct query *query, const bool *set)
{
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (set[node]) {
            g_array_append_val(nodes, node);
        }
    }
    query_sort(query, (cg_node *)nodes->data, nodes->len);
    return nodes;
}

/* A graph without main is no library: the entry points are those of the whole graph. */
static GArray *entries_of_graph(struct query *query)
{
    struct cg_error error;
    cg_node *entries;
    size_t count;
    if (cg_graph_entries(&entries, &count, whole_of(query)->graph, &error)) {
        query_fail(query, &error);
        return NULL;
    }
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (size_t i = 0; i < count; i++) {
        cg_node node = query->whole ? query->part[entries[i]] : entries[i];
        if (node != CG_NONE) {
            g_array_append_val(nodes, node);
        }
    }
    free(entries);
    query_sort(query, (cg_node *)nodes->data, nodes->len);
    return nodes;
}

static GArray *entries_of_options(struct query *query)
{
    bool *set = query_sets_union(query, query->options.entries);
    GArray *nodes = set ? query_members(query, set) : NULL;
    g_free(set);
    return nodes;
}

GArray *query_find_entries(struct query *query)
{
    return query->options.entries ? entries_of_options(query) : entries_of_graph(query);
}

GArray *query_entries(struct query *query)
{
    GArray *nodes = query_find_entries(query);
    if (nodes && nodes->len == 0) {
        cli_error(
            query->options.entries ? "%s has no function that --entry names"
            : query->whole
                ? "--include and --exclude leave no function where %s is entered; name some with "
                  "--entry"
                : "%s has nothing to begin at: no main, and no function others may call; "
                  "name some with --entry",
            query->graph_name);
        g_array_unref(nodes);
        return NULL;
    }
    return nodes;
}
