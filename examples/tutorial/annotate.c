/* Attaching metadata, and writing: annotate GRAPH NANOSECONDS OUT
 *
 * NANOSECONDS has lines of a function and the time it took. */
#include <libcg/file.h>
#include <libcg/kinds.h>
#include <libcg/metadata.h>

#include <stdio.h>

/* A kind of one's own. What hangs under its key in two graphs is added up when these are merged. */
static const struct cg_metadata_kind time_spent = {
    .abi = CG_METADATA_ABI,
    .key = "timeSpent",
    .places = CG_ON_NODE,
    .strategy = "sum",
    .description = "nanoseconds spent in the function itself",
};

/* Values are JSON text. The time is of one function, so its name must tell which. */
static int set_time(struct cg_graph *graph, const char *name, unsigned long long time,
                    struct cg_error *error)
{
    char text[32];
    cg_node node = cg_graph_find(graph, name);
    if (node == CG_NONE || cg_graph_find_next(graph, name, node) != CG_NONE) {
        snprintf(error->text, sizeof error->text, "%s function %s",
                 node == CG_NONE ? "no" : "more than one", name);
        return CG_E_ARGUMENT;
    }
    int length = snprintf(text, sizeof text, "%llu", time);
    return cg_metadata_set(graph, CG_ON_NODE, node, time_spent.key,
                           &(struct cg_value){text, (size_t)length}, error);
}

static int read_times(struct cg_graph *graph, FILE *times, struct cg_error *error)
{
    char name[256];
    unsigned long long time;
    int status = CG_OK;
    while (!status && fscanf(times, "%255s %llu", name, &time) == 2) {
        status = set_time(graph, name, time, error);
    }
    return status;
}

/* What is there is read back as text, or through the accessors of libcg/kinds.h. */
static void print_costly(const struct cg_graph *graph)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        const char *time = cg_metadata_get(graph, CG_ON_NODE, node, time_spent.key);
        if (time) {
            printf("%s: %s ns in %d statements\n", cg_node_name(graph, node), time,
                   (int)cg_num_statements(graph, node));
        }
    }
}

static int annotate(const char *from, FILE *times, const char *to, struct cg_error *error)
{
    struct cg_registry *registry;
    struct cg_graph *graph = NULL;
    int status = cg_registry_new(&registry, error);
    if (status) {
        return status;
    }
    struct cg_read_options options = CG_READ_OPTIONS_INIT;
    options.registry = registry;
    status = cg_registry_add_builtin(registry, error);
    status = status ? status : cg_registry_add(registry, &time_spent, error);
    status = status ? status : cg_read_file(&graph, from, &options, error);
    status = status ? status : read_times(graph, times, error);
    if (!status) {
        print_costly(graph);
        status = cg_write_file(graph, to, NULL, error); /* whole, or not at all */
    }
    cg_graph_free(graph); /* before the registry, which it refers to */
    cg_registry_free(registry);
    return status;
}

int main(int argc, char **argv)
{
    struct cg_error error;
    FILE *times = argc == 4 ? fopen(argv[2], "r") : NULL;
    if (!times) {
        fputs("usage: annotate GRAPH NANOSECONDS OUT\n", stderr);
        return 2;
    }
    int status = annotate(argv[1], times, argv[3], &error);
    if (status) {
        fprintf(stderr, "%s\n", error.text);
    }
    fclose(times);
    return status ? 2 : 0;
}
