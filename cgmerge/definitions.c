/* Notices functions that several sources define: the graphs may be of several programs. Merging
 * takes them for one function, unless the user says otherwise. */
#include "definitions.h"

#include <cli.h>

#include <string.h>

#define MOST_NAMED 3u /* functions in the report */

/** A function with external linkage. */
struct definition {
    const char *name;
    const char *origin;   /**< of the first definition, "" if it is unknown */
    const char *program;  /**< of the first definition, or NULL */
    GHashTable *origins;  /**< of all, with their programs; NULL while there is only one */
    const char *least[2]; /**< then the first two of them, sorted */
};

struct definitions {
    GStringChunk *strings;
    GHashTable *by_name;
    GPtrArray *several; /**< definitions with others, in the order in which they were found */
};

static void free_definition(void *data)
{
    struct definition *definition = data;
    if (definition->origins) {
        g_hash_table_unref(definition->origins);
    }
    g_free(definition);
}

struct definitions *definitions_new(void)
{
    struct definitions *d = g_new0(struct definitions, 1);
    d->strings = g_string_chunk_new(1 << 16);
    d->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_definition);
    d->several = g_ptr_array_new();
    return d;
}

static void add_first(struct definitions *d, const char *name, const char *origin,
                      const char *program)
{
    struct definition *definition = g_new0(struct definition, 1);
    definition->name = g_string_chunk_insert(d->strings, name);
    definition->origin = origin;
    definition->program = program;
    g_hash_table_insert(d->by_name, (char *)definition->name, definition);
}

static void add_origin(struct definition *definition, const char *origin, const char *program)
{
    gpointer before = NULL;
    if (g_hash_table_lookup_extended(definition->origins, origin, NULL, &before)) {
        program = before == program ? program : NULL;
    } else {
        const char **least = definition->least;
        bool first = !least[0] || strcmp(origin, least[0]) < 0;
        if (first || !least[1] || strcmp(origin, least[1]) < 0) {
            least[1] = first ? least[0] : origin;
            least[0] = first ? origin : least[0];
        }
    }
    g_hash_table_insert(definition->origins, (char *)origin, (char *)program);
}

/** The same source may be among the graphs more than once. */
static void add_another(struct definitions *d, struct definition *first, const char *origin,
                        const char *program)
{
    if (!first->origins && origin == first->origin) {
        first->program = program == first->program ? program : NULL;
        return;
    }
    if (!first->origins) {
        first->origins = g_hash_table_new(NULL, NULL); /* each text is in the chunk once */
        add_origin(first, first->origin, first->program);
        g_ptr_array_add(d->several, first);
    }
    add_origin(first, origin, program);
}

static const char *only_text(struct definitions *d, const char *text)
{
    return text ? g_string_chunk_insert_const(d->strings, text) : NULL;
}

void definitions_add(struct definitions *d, const struct cg_graph *graph, const char *program)
{
    const char *own = only_text(d, program);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (!cg_node_has_body(graph, node) || cg_node_linkage(graph, node) != CG_LINKAGE_EXTERNAL) {
            continue;
        }
        const char *name = cg_node_name(graph, node), *file = cg_node_origin(graph, node);
        const char *origin = only_text(d, file ? file : "");
        struct definition *first = g_hash_table_lookup(d->by_name, name);
        if (first) {
            add_another(d, first, origin, own);
        } else {
            add_first(d, name, origin, own);
        }
    }
}

/* Report */

static gint compare_names(gconstpointer a, gconstpointer b)
{
    const struct definition *const *one = a, *const *two = b;
    return strcmp((*one)->name, (*two)->name);
}

/** Whether the definitions of a function are functions of their own in the graph. */
static bool are_apart(const struct definition *function, const struct cg_graph *whole)
{
    guint count = 0;
    for (cg_node node = cg_graph_find(whole, function->name); node != CG_NONE;
         node = cg_graph_next_same_name(whole, node)) {
        count += cg_node_linkage(whole, node) != CG_LINKAGE_INTERNAL;
    }
    return count > 1;
}

static void append_place(GString *text, const struct definition *function, guint at)
{
    const char *origin = function->least[at];
    const char *program = g_hash_table_lookup(function->origins, origin);
    g_string_append_printf(text, "%s%s%s%s", at ? ", " : " (", origin, program ? " of " : "",
                           program ? program : "");
}

static void append_function(GString *text, const struct definition *function)
{
    char *name = cli_demangle_partly(function->name);
    g_string_append_printf(text, "%s%s", text->len ? ", " : "", name);
    append_place(text, function, 0);
    append_place(text, function, 1);
    g_string_append(text, g_hash_table_size(function->origins) > 2 ? ", …)" : ")");
    g_free(name);
}

/** Which functions, by name: of those that are apart, or of the others. @return their number */
static guint list_functions(GString *text, const struct definitions *d,
                            const struct cg_graph *whole, bool apart)
{
    guint count = 0;
    for (guint i = 0; i < d->several->len; i++) {
        const struct definition *function = d->several->pdata[i];
        if (strcmp(function->name, "main") != 0 && are_apart(function, whole) == apart &&
            count++ < MOST_NAMED) {
            append_function(text, function);
        }
    }
    g_string_append(text, count > MOST_NAMED ? ", … (--conflicts FILE lists all)" : "");
    return count;
}

static void report_functions(const struct definitions *d, const struct cg_graph *whole, bool apart,
                             const char *other, const char *what)
{
    GString *list = g_string_new(NULL);
    guint count = list_functions(list, d, whole, apart);
    if (count) {
        cli_warning("%u %sfunction%s definitions in several files, which the graph %s: %s", count,
                    other, count == 1 ? " has" : "s have", what, list->str);
    }
    g_string_free(list, TRUE);
}

/** How to merge the graphs of each program by themselves: by the names of the programs, if each is
 *  known. */
static char *how_apart(const struct definition *program)
{
    GList *files = g_list_sort(g_hash_table_get_values(program->origins), (GCompareFunc)g_strcmp0);
    GString *text = g_string_new(NULL);
    const char *before = NULL;
    guint count = 0;
    for (const GList *file = files; file && g_strcmp0(file->data, before) != 0; file = file->next) {
        before = file->data;
        if (count++ < MOST_NAMED) {
            g_string_append_printf(text, "%s'cgmerge %s'", count > 1 ? ", " : "", before);
        }
    }
    if (count < g_list_length(files)) {
        g_string_assign(text, "'cgmerge PROGRAM' does for a program built with cgcollect --cc, "
                              "'cgmerge -p BUILD --program NAME' for one of a build directory");
    } else if (count > MOST_NAMED) {
        g_string_append(text, ", …");
    }
    g_list_free(files);
    return g_string_free(text, FALSE);
}

/* Libraries such as that of flex have a main for programs that have none. */
static void report_main(const struct definition *program, bool one)
{
    if (one) {
        cli_warning(
            "a shared library of the program defines main as well (%s, %s): the graph takes "
            "them for one",
            program->least[0], program->least[1]);
        return;
    }
    char *how = how_apart(program);
    cli_warning("main is defined in %u files, such as %s and %s: the graph mixes as many programs; "
                "merge the graphs of one at a time: %s",
                g_hash_table_size(program->origins), program->least[0], program->least[1], how);
    g_free(how);
}

bool definitions_report(const struct definitions *d, const struct cg_graph *whole, bool one)
{
    const struct definition *program = g_hash_table_lookup(d->by_name, "main");
    bool programs = program && program->origins;
    if (programs) {
        report_main(program, one);
    }
    g_ptr_array_sort(d->several, compare_names);
    const char *other = programs ? "other " : "";
    report_functions(d, whole, true, other, "keeps apart");
    report_functions(d, whole, false, other,
                     programs && !one ? "takes for one, as they may be of one program "
                                        "(--separate-programs promises that they are not)"
                                      : "takes for one, as they may be of one program");
    return d->several->len > 0;
}

void definitions_free(struct definitions *d)
{
    if (d) {
        g_hash_table_destroy(d->by_name);
        g_string_chunk_free(d->strings);
        g_ptr_array_unref(d->several);
        g_free(d);
    }
}
