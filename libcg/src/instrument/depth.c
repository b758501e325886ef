/* The strategy depth: functions up to some calls away from the entry points. */
#include "instrument/ground.h"

int cg_choose_minimal_depth(struct cg_choice **out, const struct cg_graph *graph, uint32_t depth,
                            const struct cg_choose_options *options, struct cg_error *error)
{
    struct ground ground = {0};
    struct cg_choice *choice = NULL;
    int status = choice_new(&choice, error);
    status = status ? status : ground_lay(&ground, graph, options, error);
    status = status ? status : ground_choose_entries(choice, &ground, error);
    for (cg_node node = 0; node < ground.nodes && !status; node++) {
        uint32_t distance = ground.distance[node];
        struct cg_chosen chosen = {.node = node,
                                   .why = CG_CHOSEN_DEPTH,
                                   .value = distance,
                                   .limit = depth,
                                   .because = CG_NONE};
        if (ground.can[node] && distance != CG_NONE && distance <= depth) {
            status = choice_add(choice, &chosen, error);
        }
    }
    ground_clear(&ground);
    return choice_finish(out, choice, status, error);
}
