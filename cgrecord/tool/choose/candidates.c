/*
 * Makes a node of each function that functions.h lists, named as the symbol, as the source has it,
 * and by file where debug information says it.
 */
#include "choose/candidates.h"

#include <cli.h>

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static char *demangle(const char *name)
{
    char *readable = cli_demangle(name);
    char *result = strcmp(readable, name) == 0 ? NULL : strdup(readable);
    g_free(readable);
    return result;
}

/* Words */

/* Whether a path is that of a file, or ends with it; of a path without directories, whether the
 * file has that name. */
static bool is_of_file(const char *path, const char *file, size_t length)
{
    const char *slash = memrchr(file, '/', length);
    size_t has = path ? strlen(path) : 0;
    if (path && !strchr(path, '/') && slash) {
        length -= (size_t)(slash + 1 - file);
        file = slash + 1;
    }
    return path && has >= length && memcmp(path + has - length, file, length) == 0 &&
           (has == length || path[has - length - 1] == '/');
}

/* The colon of FILE:NAME, or NULL. */
static const char *find_colon(const char *word)
{
    const char *colon = strchr(word, ':');
    while (colon && colon[1] == ':') {
        colon = strchr(colon + strspn(colon, ":"), ':');
    }
    return colon && colon > word && colon[1] ? colon : NULL;
}

static bool add_named(const struct candidates *c, bool *found, const char *name, const char *file,
                      size_t file_length)
{
    bool any = false;
    const GArray *nodes = g_hash_table_lookup(c->by_name, name);
    for (guint i = 0; nodes && i < nodes->len; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        if (!file || is_of_file(cg_node_origin(c->graph, node), file, file_length)) {
            found[node] = any = true;
        }
    }
    return any;
}

static bool is_readable(const char *readable, const char *word)
{
    size_t length = strlen(word);
    return fnmatch(word, readable, 0) == 0 ||
           (strncmp(readable, word, length) == 0 && readable[length] == '(');
}

/* A linkage name, FILE:NAME, or a demangled name, with or without parameters, or a glob. */
static int find_word(void *user, bool *found, const char *word, bool listed, struct cg_error *error)
{
    const struct candidates *c = user;
    const char *colon = find_colon(word);
    (void)listed;
    (void)error;
    if (add_named(c, found, word, NULL, 0) ||
        (colon && add_named(c, found, colon + 1, word, (size_t)(colon - word)))) {
        return CG_OK;
    }
    for (cg_node node = 0; node < cg_graph_node_count(c->graph); node++) {
        found[node] = found[node] || fnmatch(word, cg_node_name(c->graph, node), 0) == 0 ||
                      is_readable(c->readable[node], word);
    }
    return CG_OK;
}

/* Candidates */

static int add_node(struct candidates *c, const struct function *function, cg_node *out,
                    struct cg_error *error)
{
    int status = cg_graph_add_node(out, c->graph, function->name, error);
    if (!status && function->file) {
        status = cg_node_set_origin(c->graph, *out, function->file, error);
    }
    if (!status) {
        cg_node_set_has_body(c->graph, *out, true);
        cg_node_set_linkage(c->graph, *out,
                            function->internal ? CG_LINKAGE_INTERNAL : CG_LINKAGE_EXTERNAL);
    }
    return status;
}

static int add_name(struct candidates *c, cg_node node, const char *name, struct cg_error *error)
{
    GArray *nodes = g_hash_table_lookup(c->by_name, name);
    if (!nodes) {
        nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
        g_hash_table_insert(c->by_name, g_strdup(name), nodes);
    }
    g_array_append_val(nodes, node);
    return strcmp(cg_node_name(c->graph, node), name) == 0
               ? CG_OK
               : cg_node_add_name(c->graph, node, name, error);
}

/* The compiler splits functions and makes variants: f.part.0 and f.constprop.0 are of f. */
static int add_plain_name(struct candidates *c, cg_node node, const char *name,
                          struct cg_error *error)
{
    size_t length = strcspn(name, ".");
    char *plain = g_strndup(name, length);
    int status = length > 0 && name[length] ? add_name(c, node, plain, error) : CG_OK;
    g_free(plain);
    return status;
}

/* Constructors and destructors have several functions, C1, C2, D0 and so on; graphs have one. */
static int add_first_variant(struct candidates *c, cg_node node, const char *name,
                             struct cg_error *error)
{
    char *readable = NULL, *first = g_strdup(name);
    int status = CG_OK;
    for (char *at = strncmp(first, "_Z", 2) == 0 ? first + 2 : first; *at && !status; at++) {
        char digit = at[1];
        if (at == first || !strchr("CD", *at) || digit < '0' || digit > '5' || digit == '1') {
            continue;
        }
        at[1] = '1';
        readable = readable ? readable : cli_demangle(name);
        char *other = cli_demangle(first);
        status = strcmp(readable, other) == 0 ? add_name(c, node, first, error) : CG_OK;
        at[1] = digit;
        g_free(other);
    }
    g_free(readable);
    g_free(first);
    return status;
}

static int add_names(struct candidates *c, cg_node node, const char *name, struct cg_error *error)
{
    int status = add_name(c, node, name, error);
    status = status ? status : add_plain_name(c, node, name, error);
    return status ? status : add_first_variant(c, node, name, error);
}

static int add_functions(struct candidates *c, struct cg_error *error)
{
    int status = CG_OK;
    for (guint i = 0; i < c->functions.all->len && !status; i++) {
        const struct function *f = &g_array_index(c->functions.all, struct function, i);
        if (i > 0 && f[-1].place == f->place) {
            c->nodes[i] = c->nodes[i - 1];
        } else {
            status = add_node(c, f, &c->nodes[i], error);
        }
        status = status ? status : add_names(c, c->nodes[i], f->name, error);
    }
    return status;
}

static int make_graph(struct candidates *c, struct cg_error *error)
{
    const struct function unknown = {.name = (char *)"?"};
    int status = cg_graph_new(&c->graph, error);
    c->by_name =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    c->nodes = g_new0(cg_node, c->functions.all->len + 1);
    status = status ? status : add_functions(c, error);
    status = status ? status : add_node(c, &unknown, &c->nodes[c->functions.all->len], error);
    status = status ? status : cg_graph_freeze(c->graph, error);
    uint32_t count = status ? 0 : cg_graph_node_count(c->graph);
    c->readable = g_new0(char *, count + 1);
    for (cg_node node = 0; node < count; node++) {
        c->readable[node] = cli_demangle(cg_node_name(c->graph, node));
    }
    return status;
}

void candidates_clear(struct candidates *c)
{
    cg_selector_free(c->selector);
    cg_graph_free(c->graph);
    g_strfreev(c->readable);
    if (c->by_name) {
        g_hash_table_unref(c->by_name);
    }
    g_free(c->nodes);
    functions_clear(&c->functions);
}

static bool share_names(const struct functions *functions)
{
    GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
    bool shared = false;
    for (guint i = 0; i < functions->all->len && !shared; i++) {
        const struct function *f = &g_array_index(functions->all, struct function, i);
        shared = f->internal && !g_hash_table_add(seen, f->name);
    }
    g_hash_table_unref(seen);
    return shared;
}

static int read_filter(void *user, char **out, const char *path, struct cg_error *error)
{
    const struct filter_text *filter = ((const struct candidates *)user)->filter;
    *out = NULL;
    if (!filter || !filter->text || strcmp(path, filter->file) != 0) {
        return CG_OK;
    }
    *out = strdup(filter->text);
    return *out ? CG_OK : cli_fail(error, CG_E_MEMORY, NULL, "out of memory");
}

int candidates_make(struct candidates *c, const char *path, bool files,
                    const struct filter_text *filter, struct cg_error *error)
{
    *c = (struct candidates){.filter = filter};
    functions_read(&c->functions, path ? path : "");
    if (!c->functions.has_hooks && !c->functions.has_sleds) {
        g_array_set_size(c->functions.all, 0);
    }
    if (files || share_names(&c->functions)) {
        functions_find_files(&c->functions, path);
    }
    struct cg_selector_options options = CG_SELECTOR_OPTIONS_INIT;
    options.find = find_word;
    options.user = c;
    options.demangle = demangle;
    options.read = read_filter;
    int status = make_graph(c, error);
    return status ? status : cg_selector_new(&c->selector, c->graph, &options, error);
}
