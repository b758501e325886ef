#include "choosing.h"

#include "functions.h"

#include <libcg/filter.h>
#include <libcg/graph.h>
#include <libcg/select.h>

#include <fnmatch.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct choosing {
    const struct record_settings *settings;
    char *filter;     /* a set: what the file has; NULL: everything */
    char *only_below; /* sets; NULL: none */
    char *not_below;
    bool files; /* where functions are written counts */
};

/* The functions of a file as a graph without calls, which the sets of libcg choose from. */
struct candidates {
    struct functions functions;
    struct cg_graph *graph;
    cg_node *nodes;      /* by function: those of one place are one node */
    char **readable;     /* by node: demangled */
    GHashTable *by_name; /* linkage names to GArray of cg_node */
    struct cg_selector *selector;
};

bool choosing_is_needed(const struct record_settings *settings)
{
    return settings->mode == RECORD_XRAY || settings->filter || settings->only_below ||
           settings->not_below || settings->control;
}

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
static int find(void *user, bool *found, const char *word, bool listed, struct cg_error *error)
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

/* The last node stands for functions without a symbol. */
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

static void candidates_clear(struct candidates *c)
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

/* @param path NULL: no functions, to check what is chosen */
static int candidates_make(struct candidates *c, const struct choosing *choosing, const char *path,
                           struct cg_error *error)
{
    *c = (struct candidates){0};
    functions_read(&c->functions, path ? path : "");
    if (!c->functions.has_hooks && !c->functions.has_sleds) {
        g_array_set_size(c->functions.all, 0);
    }
    if (choosing->files || share_names(&c->functions)) {
        functions_find_files(&c->functions, path);
    }
    struct cg_selector_options options = CG_SELECTOR_OPTIONS_INIT;
    options.find = find;
    options.user = c;
    options.demangle = demangle;
    int status = make_graph(c, error);
    return status ? status : cg_selector_new(&c->selector, c->graph, &options, error);
}

/* Choosing */

/* Which nodes are in a set. @param set NULL: all are `standard` @return to release with g_free */
static int choose(bool **out, const struct candidates *c, const char *set, bool standard,
                  struct cg_error *error)
{
    uint32_t count = cg_graph_node_count(c->graph);
    *out = g_new0(bool, count + 1);
    for (cg_node node = 0; node < count; node++) {
        (*out)[node] = standard;
    }
    return set ? cg_select(*out, c->selector, set, error) : CG_OK;
}

/* What the settings say of each node. */
struct chosen {
    bool *recorded;
    bool *begin;
    bool *end;
};

static int choose_all(struct chosen *out, const struct choosing *choosing,
                      const struct candidates *c, struct cg_error *error)
{
    *out = (struct chosen){0};
    int status = choose(&out->recorded, c, choosing->filter, true, error);
    status = status ? status : choose(&out->begin, c, choosing->only_below, false, error);
    return status ? status : choose(&out->end, c, choosing->not_below, false, error);
}

static void chosen_clear(struct chosen *chosen)
{
    g_free(chosen->recorded);
    g_free(chosen->begin);
    g_free(chosen->end);
}

static uint32_t choice_of(const struct chosen *chosen, cg_node node)
{
    uint32_t choice = (chosen->begin[node] ? CGR_BEGINS : 0u) | (chosen->end[node] ? CGR_ENDS : 0u);
    return chosen->recorded[node] || choice ? choice : CGR_LEAVE_OUT;
}

static void sum_up(struct choosing_summary *summary, uint32_t choice)
{
    summary->functions++;
    summary->recorded += !(choice & CGR_LEAVE_OUT);
    summary->begin += (choice & CGR_BEGINS) != 0;
    summary->end += (choice & CGR_ENDS) != 0;
}

static GByteArray *write_choices(const struct candidates *c, const struct chosen *chosen,
                                 struct choosing_summary *summary)
{
    guint count = c->functions.all->len, written = 0;
    GByteArray *out = g_byte_array_new();
    struct cgr_selection head = {.others = choice_of(chosen, c->nodes[count])};
    memcpy(head.magic, CGR_SELECTION_MAGIC, sizeof head.magic);
    memcpy(head.xray, c->functions.xray, sizeof head.xray);
    g_byte_array_append(out, (const guint8 *)&head, sizeof head);
    for (guint i = 0; i < count; i++) {
        const struct function *f = &g_array_index(c->functions.all, struct function, i);
        const struct cgr_choice_of choice = {f->place, choice_of(chosen, c->nodes[i]), 0};
        if (i == 0 || f[-1].place != f->place) {
            g_byte_array_append(out, (const guint8 *)&choice, sizeof choice);
            written++;
            if (c->functions.has_hooks || f->has_sleds) {
                sum_up(summary, choice.choice);
            }
        }
    }
    ((struct cgr_selection *)(void *)out->data)->count = written;
    summary->has_xray = c->functions.xray[CGR_XRAY_SET_HANDLER] != 0;
    return out;
}

static GByteArray *record_all(void)
{
    GByteArray *out = g_byte_array_new();
    struct cgr_selection head = {0};
    memcpy(head.magic, CGR_SELECTION_MAGIC, sizeof head.magic);
    g_byte_array_append(out, (const guint8 *)&head, sizeof head);
    return out;
}

GByteArray *choosing_make(struct choosing *choosing, const char *path,
                          struct choosing_summary *summary)
{
    struct candidates candidates;
    struct chosen chosen = {0};
    struct cg_error error;
    GByteArray *out;
    *summary = (struct choosing_summary){0};
    int status = candidates_make(&candidates, choosing, path, &error);
    status = status ? status : choose_all(&chosen, choosing, &candidates, &error);
    if (status) {
        cli_warning("%s: %s; all its functions are recorded", path, error.text);
        out = record_all();
    } else {
        out = write_choices(&candidates, &chosen, summary);
    }
    chosen_clear(&chosen);
    candidates_clear(&candidates);
    return out;
}

/* Settings */

/* Whether what a text chooses may depend on the files of functions. */
static bool speaks_of_files(const char *text)
{
    static const char *const words[] = {"file", "FILE", "dir(", "src:", "source:"};
    bool found = false;
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        found = found || strstr(text, words[i]);
    }
    for (const char *at = strchr(text, ':'); at && !found; at = strchr(at + 1, ':')) {
        found = at > text && at[-1] != ':' && at[1] != ':';
    }
    return found;
}

/* "(A) | (B)" */
static char *unite(char *const *sets)
{
    GString *text = sets ? g_string_new("") : NULL;
    for (size_t i = 0; sets && sets[i]; i++) {
        g_string_append_printf(text, "%s(%s)", i ? " | " : "", sets[i]);
    }
    return text ? g_string_free(text, FALSE) : NULL;
}

static void append_quoted(GString *text, const char *word)
{
    g_string_append_c(text, '"');
    for (; *word; word++) {
        g_string_append_printf(text, "%s%c", strchr("\"\\", *word) ? "\\" : "", *word);
    }
    g_string_append_c(text, '"');
}

/* What cgquery instrument wrote with --for json, as a set; NULL: it is something else. */
static char *set_of_json(const char *path)
{
    json_t *whole = json_load_file(path, 0, NULL);
    const json_t *functions = json_object_get(whole, "functions"), *entry;
    GString *text = json_is_array(functions) ? g_string_new("") : NULL;
    size_t i;
    json_array_foreach(functions, i, entry)
    {
        const json_t *function = json_object_get(entry, "function");
        const char *name = json_string_value(json_object_get(function, "name"));
        const char *file = json_string_value(json_object_get(function, "file"));
        char *word = file ? g_strconcat(file, ":", name, NULL) : g_strdup(name);
        g_string_append(text, i ? " | " : "");
        append_quoted(text, word ? word : "");
        g_free(word);
    }
    json_decref(whole);
    if (text && !text->len) {
        g_string_append(text, "!*"); /* nothing */
    }
    return text ? g_string_free(text, FALSE) : NULL;
}

/* @"FILE" */
static char *set_of_file(const char *path)
{
    char *json = set_of_json(path);
    GString *text = g_string_new("@");
    append_quoted(text, path);
    char *set = g_string_free(text, json != NULL);
    return json ? json : set;
}

/* Each set by itself, so that a message shows it as it was given. */
static bool check(const struct choosing *choosing, const char *option, const char *set)
{
    struct candidates none;
    struct cg_error error;
    bool *found = NULL;
    int status = candidates_make(&none, choosing, NULL, &error);
    status = status ? status : choose(&found, &none, set, false, &error);
    if (status && error.file[0]) {
        cli_report(&error);
    } else if (status) {
        cli_error("%s '%s', column %lu: %s", option, set, error.column, error.text);
    }
    g_free(found);
    candidates_clear(&none);
    return !status;
}

static bool check_all(const struct choosing *choosing, const char *option, char *const *sets)
{
    bool good = true;
    for (size_t i = 0; sets && sets[i] && good; i++) {
        good = check(choosing, option, sets[i]);
    }
    return good;
}

bool choosing_new(struct choosing **out, const struct record_settings *settings)
{
    struct choosing *choosing = g_new0(struct choosing, 1);
    char *text = NULL;
    choosing->settings = settings;
    choosing->filter = settings->filter ? set_of_file(settings->filter) : NULL;
    bool good = (!settings->filter || check(choosing, "--filter", choosing->filter)) &&
                check_all(choosing, "--only-below", settings->only_below) &&
                check_all(choosing, "--not-below", settings->not_below);
    if (!good) {
        choosing_free(choosing);
        return false;
    }
    choosing->only_below = unite(settings->only_below);
    choosing->not_below = unite(settings->not_below);
    choosing->files = (choosing->only_below && speaks_of_files(choosing->only_below)) ||
                      (choosing->not_below && speaks_of_files(choosing->not_below));
    if (settings->filter && g_file_get_contents(settings->filter, &text, NULL, NULL)) {
        choosing->files = choosing->files || speaks_of_files(text);
        g_free(text);
    }
    *out = choosing;
    return true;
}

void choosing_free(struct choosing *choosing)
{
    if (choosing) {
        g_free(choosing->filter);
        g_free(choosing->only_below);
        g_free(choosing->not_below);
        g_free(choosing);
    }
}
