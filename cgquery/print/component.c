/* Lists the members of a component in canonical order, with as many as --max allows. */
#include "print/component.h"

#include <string.h>

cg_node *component_members(const struct query *query, const struct cg_condensation *condensation,
                           uint32_t component, size_t *count)
{
    struct cg_function_set members = cg_condensation_members(condensation, component);
    cg_node *nodes = g_new(cg_node, members.count);
    memcpy(nodes, members.nodes, members.count * sizeof *nodes);
    *count = members.count;
    query_sort(query, nodes, *count);
    return nodes;
}

size_t query_limit_count(const struct query *query, size_t count, size_t most)
{
    size_t limit = query_list_limit(query, most ? most : SIZE_MAX);
    return MIN(count, limit);
}

void component_print(struct query *query, const cg_node *nodes, size_t count)
{
    size_t shown = query_limit_count(query, count, 10);
    printf("cycle of %zu: ", count);
    for (size_t i = 0; i < shown; i++) {
        printf("%s%s", i ? ", " : "", query_name(query, nodes[i]));
    }
    if (count > shown) {
        printf(" and %zu more", count - shown);
    }
    putchar('\n');
}
