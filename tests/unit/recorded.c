#include "recorded.h"

#include "profile/builder.h"

const char *recorded_name(uint32_t number)
{
    static const char *const names[RECORDED_NAMES] = {
        "f0", "f1", "f2", "f3", "f4", "_ZN1AC2Ev", "ns::g(int)", "_ZN1A1hEv.part.0"};
    return names[number];
}

static bool is_new(const struct recorded *run, uint32_t path)
{
    for (uint32_t i = 0; i < path; i++) {
        if (run->parent[i] == run->parent[path] && run->name[i] == run->name[path]) {
            return false;
        }
    }
    return true;
}

/* Values are sums of few powers of two, so that doubles are exact; some are the same everywhere. */
static void any_values(struct recorded *run, uint32_t path, struct random *random)
{
    bool constant = chance(random, 40);
    for (uint32_t l = 0; l < run->places; l++) {
        bool same = constant && l > 0;
        run->visits[path][l] = same ? run->visits[path][0] : draw(random, 5);
        run->time[path][l] = same ? run->time[path][0] : draw(random, 64) / 8.0;
    }
}

void recorded_random(struct recorded *out, struct random *random)
{
    uint32_t wanted = 1 + draw(random, MOST_RECORDED);
    *out =
        (struct recorded){.places = 1 + draw(random, MOST_PLACES),
                          .kind = chance(random, 50) ? CG_METRIC_EXCLUSIVE : CG_METRIC_INCLUSIVE};
    for (uint32_t tries = 0; tries < wanted; tries++) {
        uint32_t path = out->paths;
        out->parent[path] = path == 0 ? CG_NO_CONTEXT : draw(random, path);
        out->name[path] = draw(random, RECORDED_NAMES);
        if (is_new(out, path)) {
            any_values(out, path, random);
            out->paths++;
        }
    }
}

static cg_frame add_frame(struct builder *b, uint32_t number)
{
    struct profile_frame frame = BUILDER_FRAME_INIT;
    frame.name = builder_text(b, recorded_name(number));
    return builder_frame(b, &frame);
}

struct cg_profile *recorded_profile(const struct recorded *run)
{
    struct builder b;
    struct cg_profile *profile = NULL;
    cg_call_context paths[MOST_RECORDED];
    const struct cg_metric visits = {.name = CG_METRIC_VISITS, .unit = "occ", .integral = true};
    const struct cg_metric time = {
        .name = CG_METRIC_TIME, .unit = "sec", .kind = run->kind, .fold = run->fold};
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    uint32_t v = builder_metric(&b, &visits), t = builder_metric(&b, &time);
    for (uint32_t l = 0; l < run->places; l++) {
        builder_location(&b, &(struct cg_location){.rank = l / 2, .thread = l % 2});
    }
    for (uint32_t p = 0; p < run->paths; p++) {
        cg_call_context parent =
            run->parent[p] == CG_NO_CONTEXT ? CG_NO_CONTEXT : paths[run->parent[p]];
        paths[p] = builder_path(&b, parent, add_frame(&b, run->name[p]), BUILDER_NONE, 0, 0);
        for (uint32_t l = 0; l < run->places; l++) {
            builder_add(&b, l, paths[p], v, run->visits[p][l]);
            builder_add(&b, l, paths[p], t, run->time[p][l]);
        }
    }
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    return profile;
}

struct cg_validation *validate(struct cg_graph *graph, struct cg_profile *const *profiles,
                               uint32_t count)
{
    struct cg_validation *validation = NULL;
    struct cg_error error = {.text = ""};
    int status = cg_validate(&validation, graph, (const struct cg_profile *const *)profiles, count,
                             NULL, &error);
    ck_assert_msg(!status, "%s", error.text);
    return validation;
}
