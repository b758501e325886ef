/* Profiles that callers make (profile_write.h), on the builder that readers use. */
#include "base/error.h"
#include "profile/builder.h"
#include "profile/tables.h"

#include <libcg/profile_write.h>

#include <stdlib.h>

struct cg_profile_builder {
    struct builder b;
    struct cg_error error; /* the first failure */
};

int cg_profile_builder_new(struct cg_profile_builder **out, const char *creator,
                           struct cg_error *error)
{
    struct cg_profile_builder *builder = calloc(1, sizeof *builder);
    if (!builder) {
        return cg_fail_memory(error);
    }
    int status = builder_init(&builder->b, "made", &builder->error);
    if (!status && creator) {
        builder_set_creator(&builder->b, creator, strlen(creator));
        status = builder->b.status;
    }
    if (status) {
        cg_profile_builder_free(builder);
        return cg_fail_memory(error);
    }
    *out = builder;
    return CG_OK;
}

void cg_profile_builder_free(struct cg_profile_builder *builder)
{
    if (builder) {
        builder_free(&builder->b);
        free(builder);
    }
}

void cg_profile_builder_set_sampled(struct cg_profile_builder *builder, bool sampled,
                                    bool loses_tail_callers)
{
    builder_set_sampled(&builder->b, sampled);
    builder_set_loses_tail_callers(&builder->b, loses_tail_callers);
}

static bool builder_misused(struct cg_profile_builder *builder, const char *what)
{
    if (!builder->b.status) {
        builder->b.status = cg_fail(&builder->error, CG_E_ARGUMENT, "%s", what);
    }
    return false;
}

cg_frame cg_profile_builder_frame(struct cg_profile_builder *builder,
                                  const struct cg_frame_info *frame)
{
    struct builder *b = &builder->b;
    if (!frame->name) {
        builder_misused(builder, "a frame has no name");
    }
    const struct profile_frame made = {.name = builder_text(b, frame->name),
                                       .linkage_name = builder_text(b, frame->linkage_name),
                                       .file = builder_text(b, frame->file),
                                       .object = builder_text(b, frame->object),
                                       .group = builder_text(b, frame->group),
                                       .line = frame->line,
                                       .kind = frame->kind};
    return builder_frame(b, &made);
}

cg_call_context cg_profile_builder_context(struct cg_profile_builder *builder,
                                           const struct cg_call_context_info *context)
{
    struct builder *b = &builder->b;
    if (context->frame >= b->profile->frame_count ||
        (context->parent != CG_NO_CONTEXT && context->parent >= b->profile->path_count)) {
        builder_misused(builder, "a call context has a frame or a caller that does not exist");
    }
    return builder_path(b, context->parent, context->frame, builder_text(b, context->site_file),
                        context->site_file ? context->site_line : 0, context->flags);
}

uint32_t cg_profile_builder_metric(struct cg_profile_builder *builder,
                                   const struct cg_metric *metric)
{
    struct cg_metric made = *metric;
    made.measured = false;
    if (metric->formula && (metric->kind != CG_METRIC_SIMPLE || metric->fold != CG_FOLD_MAX)) {
        builder_misused(
            builder,
            "a metric with a formula is of kind CG_METRIC_SIMPLE, and folds by CG_FOLD_MAX");
    }
    return builder_metric(&builder->b, &made);
}

uint32_t cg_profile_builder_location(struct cg_profile_builder *builder,
                                     const struct cg_location *location)
{
    return builder_location(&builder->b, location);
}

void cg_profile_builder_add(struct cg_profile_builder *builder,
                            const struct cg_profile_value *value)
{
    const struct cg_profile *profile = builder->b.profile;
    if (value->metric >= profile->metric_count || value->context >= profile->path_count ||
        value->location >= profile->location_count) {
        builder_misused(builder, "a value has a metric, context or location that does not exist");
    }
    if (!builder->b.status) {
        builder_add(&builder->b, value->location, value->context, value->metric, value->amount);
    }
}

int cg_profile_builder_finish(struct cg_profile **out, struct cg_profile_builder *builder,
                              struct cg_error *error)
{
    int status = builder->b.status;
    if (!status) {
        status = builder_finish(&builder->b, out, NULL);
    }
    if (status && error) {
        *error = builder->error;
    }
    return status;
}

/* A string of the part in the whole; CG_NO_STRING is itself. @return whether it is there */
static bool find_string(uint32_t *out, const struct cg_profile *whole,
                        const struct cg_profile *part, uint32_t string)
{
    *out = CG_NO_STRING;
    if (string == CG_NO_STRING) {
        return true;
    }
    *out = cg_pool_find(&whole->strings, cg_pool_string(&part->strings, string),
                        cg_pool_length(&part->strings, string));
    return *out != CG_NO_STRING;
}

static cg_frame find_frame(const struct cg_profile *whole, const struct cg_profile *part,
                           cg_frame number)
{
    const struct profile_frame *frame = &part->frames[number];
    struct profile_frame wanted = *frame;
    bool there = find_string(&wanted.name, whole, part, frame->name) &&
                 find_string(&wanted.linkage_name, whole, part, frame->linkage_name) &&
                 find_string(&wanted.file, whole, part, frame->file) &&
                 find_string(&wanted.object, whole, part, frame->object) &&
                 find_string(&wanted.group, whole, part, frame->group);
    return there ? tables_find_frame(whole, &wanted) : UINT32_MAX;
}

int cg_profile_find_contexts(cg_call_context *out, const struct cg_profile *whole,
                             const struct cg_profile *part, struct cg_error *error)
{
    cg_frame *frames = malloc(((size_t)part->frame_count + 1) * sizeof *frames);
    if (!frames) {
        return cg_fail_memory(error);
    }
    for (cg_frame i = 0; i < part->frame_count; i++) {
        frames[i] = find_frame(whole, part, i);
    }
    for (cg_call_context i = 0; i < part->path_count; i++) {
        const struct profile_path *path = &part->paths[i];
        struct profile_path wanted = *path;
        bool there = find_string(&wanted.site_file, whole, part, path->site_file);
        wanted.frame = frames[path->frame];
        wanted.parent = path->parent == CG_NO_CONTEXT ? CG_NO_CONTEXT : out[path->parent];
        there = there && wanted.frame != UINT32_MAX &&
                (path->parent == CG_NO_CONTEXT || wanted.parent != CG_NO_CONTEXT);
        out[i] = there ? tables_find_path(whole, &wanted) : CG_NO_CONTEXT;
    }
    free(frames);
    return CG_OK;
}

int cg_profile_add_note(struct cg_profile *profile, const char *text, struct cg_error *error)
{
    struct builder b = {.profile = profile, .error = error};
    builder_note(&b, builder_text(&b, text));
    return b.status;
}
