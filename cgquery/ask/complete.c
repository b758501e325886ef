/* Completes names of functions for shells. */
#include "core/cgquery.h"

#include "ask/ask.h"

#include <string.h>
#include <sys/stat.h>

/* The user waits for completion: reading the graph this way takes a fraction of a second. */
#define LARGEST_FILE (16 << 20)

static bool takes_long(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !(S_ISREG(info.st_mode) && info.st_size <= LARGEST_FILE);
}

/* The form of a function's name that the user is typing: the demangled name without parameters, or
 * the linkage name. */
static void add_names(GPtrArray *names, struct query *query, cg_node node, const char *begin)
{
    size_t length;
    const char *base = query_short_base(query, node, &length);
    const char *linkage = cg_node_name(query->graph, node);
    if (length >= strlen(begin) && strncmp(base, begin, strlen(begin)) == 0) {
        g_ptr_array_add(names, g_strndup(base, length));
    } else if (g_str_has_prefix(linkage, begin)) {
        g_ptr_array_add(names, g_strdup(linkage));
    }
}

static int run_complete(struct query *query, char **arguments)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        add_names(names, query, node, arguments[0]);
    }
    g_ptr_array_sort(names, cli_compare_texts);
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        bool repeated = i > 0 && strcmp(name, names->pdata[i - 1]) == 0;
        if (!repeated && cli_is_printable(name)) {
            printf("%s\n", name);
        }
    }
    g_ptr_array_unref(names);
    return CLI_OK;
}

static const struct verb verb_complete = {
    .name = "complete",
    .arguments = "GRAPH BEGIN",
    .summary = "List the names of functions that begin so, for completion in shells.",
    .description = "One name per line: demangled without parameters, or the linkage name when that "
                   "is what\n"
                   "begins so. Nothing is listed of files that would take long to read.",
    .options = 0,
    .limit = LIMIT_LIST,
    .run = run_complete,
};

int complete_main(int argc, char **argv)
{
    if (argc >= 3 && takes_long(argv[argc - 2])) {
        return CLI_OK;
    }
    return query_main(&verb_complete, argc, argv);
}
