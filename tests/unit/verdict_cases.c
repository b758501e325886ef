#include "verdict_cases.h"

#include "profile/builder.h"

#include <stdio.h>
#include <string.h>

struct cg_profile *steps_profile(const char *format, const struct step *steps)
{
    struct builder b;
    struct cg_profile *profile = NULL;
    cg_call_context paths[16];
    const struct cg_metric visits = {.name = CG_METRIC_VISITS, .unit = "occ", .integral = true};
    ck_assert_int_eq(builder_init(&b, format, NULL), CG_OK);
    uint32_t metric = builder_metric(&b, &visits);
    for (uint32_t i = 0; steps[i].name; i++) {
        struct profile_frame frame = BUILDER_FRAME_INIT;
        frame.name = builder_text(&b, steps[i].name);
        frame.object = builder_text(&b, steps[i].object);
        cg_call_context parent = steps[i].parent < 0 ? CG_NO_CONTEXT : paths[steps[i].parent];
        paths[i] = builder_path(&b, parent, builder_frame(&b, &frame),
                                builder_text(&b, steps[i].file), steps[i].line, steps[i].flags);
        builder_add(&b, 0, paths[i], metric, i + 1);
    }
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    return profile;
}

void check_verdicts(const char *format, const char *graph_text, const struct step *steps,
                    const char *expected)
{
    char text[2048] = "";
    struct cg_graph *graph = graph_from(graph_text);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    struct cg_profile *profile = steps_profile(format, steps);
    struct cg_validation *v = validate(graph, &profile, 1);
    for (size_t i = 0; i < cg_validation_count(v); i++) {
        const struct cg_checked_call *call = cg_validation_at(v, i);
        size_t length = strlen(text);
        const char *why = call->cause ? cg_cause_name(call->cause) : cg_explanation_name(call->how);
        snprintf(text + length, sizeof text - length, "%s>%s %s%s%s%s%s\n", call->caller_name,
                 call->callee_name, cg_verdict_name(call->verdict), *why ? " " : "", why,
                 call->through_count ? " by " : "",
                 call->through_count ? cg_node_name(graph, call->through[0]) : "");
    }
    ck_assert_str_eq(text, expected);
    cg_validation_free(v);
    cg_profile_free(profile);
    cg_graph_free(graph);
}
