/*
 * Finds the context of a sampled frame and of the functions inlined there. Repeated calls on a path
 * are folded as the recorder does.
 */
#include "paths/sampled.h"

#include <string.h>

/* A frame: its function, and where the frame is in the file. */
struct location {
    const char *object;          /* NULL: code without a file */
    const struct symbol *symbol; /* of the address; NULL: without a file */
    uint64_t offset;
};

static struct location locate(const struct sampled *s, uint64_t address, uint32_t epoch)
{
    struct location location = {0};
    const struct cgr_module *module = recording_module(s->recording, address, epoch);
    if (module) {
        location.object = recording_module_name(s->recording, module);
        location.offset = address - module->start + module->offset;
        location.symbol = symbols_find(s->symbols, location.object, location.offset);
    }
    return location;
}

static bool has_function(const struct location *location)
{
    return location->symbol && location->symbol->name && !location->symbol->is_outside &&
           !location->symbol->is_stub;
}

static bool is_same_function(const struct location *a, const struct location *b)
{
    return a->object && b->object && strcmp(a->object, b->object) == 0 && has_function(a) &&
           has_function(b) && a->symbol->start == b->symbol->start;
}

/* The node of the same call further up, if the path has it as often as it may be. The address in a
 * function differs from sample to sample, so the writer cannot fold all. */
static const struct cgr_node *find_folded(const struct sampled *s, const struct cgr_node *node,
                                          const struct location *location)
{
    const struct cgr_node *innermost = NULL;
    uint32_t most = s->recording->header->recursion;
    uint32_t times = 0;
    const struct cgr_node *above = node->site ? recording_node(s->recording, node->parent) : NULL;
    while (above && above->kind == CGR_NODE_SAMPLE && times < most) {
        if (above->site == node->site) {
            struct location other = locate(s, above->callee, above->epoch);
            bool is_it = is_same_function(&other, location);
            innermost = is_it && !innermost ? above : innermost;
            times += is_it;
        }
        above = recording_node(s->recording, above->parent);
    }
    return times && times == most ? innermost : NULL;
}

static cg_call_context context_of_parent(const struct sampled *s, const struct cgr_node *node)
{
    return recording_node(s->recording, node->parent) ? s->contexts[node->parent] : CG_NO_CONTEXT;
}

/* The call is written where the caller's frame was, which the innermost function inlined there
 * has. */
static cg_call_context add_function(const struct sampled *s, const struct cgr_node *node,
                                    const struct location *location)
{
    struct cg_call_context_info context = {.parent = context_of_parent(s, node)};
    struct location site = {0};
    if (node->site) {
        site = locate(s, node->site - 1, node->epoch);
    }
    if (site.symbol && context.parent != CG_NO_CONTEXT) {
        context.site_file = site.symbol->file;
        context.site_line = site.symbol->line;
    }
    const struct symbol *function =
        symbols_find(s->symbols, location->object, location->offset - location->symbol->within);
    context.frame = frames_function(s->builder, function, location->object, 0);
    return cg_profile_builder_context(s->builder, &context);
}

static cg_call_context add_inlined(const struct sampled *s, cg_call_context parent,
                                   const struct location *location)
{
    size_t count;
    const struct inlined *inlined =
        symbols_inlined(s->symbols, location->object, location->offset, &count);
    for (size_t i = 0; i < count; i++) {
        const struct symbol function = {
            .name = inlined[i].name, .file = inlined[i].file, .line = inlined[i].line};
        const struct cg_call_context_info context = {
            .parent = parent,
            .frame = frames_function(s->builder, &function, location->object, 0),
            .site_file = inlined[i].site_file,
            .site_line = inlined[i].site_line,
            .flags = CG_CONTEXT_INLINED};
        parent = cg_profile_builder_context(s->builder, &context);
    }
    return parent;
}

static cg_frame frame_of_code(const struct sampled *s, const struct location *location)
{
    return location->symbol && location->symbol->is_stub
               ? frames_bracketed(s->builder, "[plt]", CG_FRAME_UNKNOWN, location->object)
               : frames_object(s->builder, location->object);
}

static cg_frame frame_of_mark(const struct sampled *s, uint64_t mark)
{
    static const struct {
        const char *name;
        enum cg_frame_kind kind;
    } marks[] = {
        [CGR_MARK_SIGNAL] = {"[signal]", CG_FRAME_ROOT},
        [CGR_MARK_KERNEL] = {"[kernel]", CG_FRAME_KERNEL},
        [CGR_MARK_DEEP] = {"[deeper stack]", CG_FRAME_ROOT},
        [CGR_MARK_BROKEN] = {"[unknown caller]", CG_FRAME_ROOT},
    };
    if (mark == CGR_MARK_BETWEEN) {
        return frames_between_samples(s->builder);
    }
    uint64_t known = mark < G_N_ELEMENTS(marks) ? mark : CGR_MARK_BROKEN;
    return frames_bracketed(s->builder, marks[known].name, marks[known].kind, NULL);
}

cg_call_context sampled_context(const struct sampled *s, const struct cgr_node *node)
{
    struct cg_call_context_info context = {.parent = context_of_parent(s, node)};
    if (node->kind == CGR_NODE_MARK) {
        context.frame = frame_of_mark(s, node->callee);
        return cg_profile_builder_context(s->builder, &context);
    }
    struct location location = locate(s, node->callee, node->epoch);
    if (!has_function(&location)) {
        context.frame = frame_of_code(s, &location);
        return cg_profile_builder_context(s->builder, &context);
    }
    const struct cgr_node *folded = find_folded(s, node, &location);
    return add_inlined(s, add_function(s, folded ? folded : node, &location), &location);
}
