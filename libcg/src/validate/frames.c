/* Maps frames to functions. */
#include "base/error.h"
#include "base/memory.h"
#include "names/decorations.h"
#include "validate/common/run.h"
#include "validate/common/runtime_names.h"

#include <libcg/kinds.h>

#include <stdlib.h>
#include <string.h>

/* Functions */

static bool add_candidate(struct cg_validation *v, cg_node node)
{
    if (!cg_grow(&v->candidates, &v->candidate_capacity, (size_t)v->candidate_count + 1,
                 sizeof *v->candidates)) {
        return false;
    }
    v->candidates[v->candidate_count++] = node;
    return true;
}

static bool is_candidate(const struct cg_validation *v, const struct validation_function *function,
                         cg_node node)
{
    for (uint32_t i = 0; i < function->count; i++) {
        if (v->candidates[function->first + i] == node) {
            return true;
        }
    }
    return false;
}

/* The substitute of a function without a body: another variant, or the same code. */
static bool find_other_names(struct run *run, const char *name)
{
    bool ok = matcher_find_variants(&run->matcher, name);
    return ok && !run->matcher.count ? matcher_find_equals(&run->matcher, name) : ok;
}

/* Only for a single function: an ambiguous frame stays ambiguous without its variants. */
static bool add_variants(struct run *run, struct validation_function *function)
{
    struct cg_validation *v = run->v;
    if (function->count != 1) {
        return true;
    }
    cg_node node = v->candidates[function->first];
    const char *name = cg_node_name(v->graph, node);
    bool ok = cg_node_has_body(v->graph, node) ? matcher_find_variants(&run->matcher, name)
                                               : find_other_names(run, name);
    for (size_t i = 0; ok && i < run->matcher.count; i++) {
        if (!is_candidate(v, function, run->matcher.found[i])) {
            ok = add_candidate(v, run->matcher.found[i]);
            function->variants += ok;
        }
    }
    return ok;
}

/* Merged functions */

static struct merged_range *find_merged(struct run *run, uint32_t object, cg_node node, bool add)
{
    const uint32_t key[2] = {object, node};
    struct cg_pool *keys = &run->merged_keys;
    uint32_t number = add ? cg_pool_intern(keys, (const char *)key, sizeof key)
                          : cg_pool_find(keys, (const char *)key, sizeof key);
    bool found = number != CG_NO_STRING && cg_grow(&run->merged, &run->merged_capacity,
                                                   (size_t)number + 1, sizeof *run->merged);
    return found ? &run->merged[number] : NULL;
}

/* Every function of the range finds it again. @return false when memory is exhausted */
static bool keep_merged(struct run *run, uint32_t object, struct merged_range range)
{
    bool ok = true;
    for (uint32_t i = 0; i < range.count && ok; i++) {
        struct merged_range *kept = find_merged(run, object, run->v->merged[range.first + i], true);
        ok = kept != NULL;
        if (ok) {
            *kept = range;
        }
    }
    return ok;
}

static bool read_merged(struct run *run, uint32_t object, const char *const *names)
{
    struct cg_validation *v = run->v;
    struct merged_range range = {v->merged_count, 0};
    for (; names && *names; names++) {
        cg_node node = cg_graph_find(v->graph, *names);
        if (node == CG_NONE) {
            continue;
        }
        if (!cg_grow(&v->merged, &v->merged_capacity, (size_t)v->merged_count + 1,
                     sizeof *v->merged)) {
            return false;
        }
        v->merged[v->merged_count++] = node;
        range.count++;
    }
    return range.count < 2 || keep_merged(run, object, range);
}

/* The functions that the compiler merged with a function: what ran may be any of them. */
static bool add_merged(struct run *run, struct validation_function *function)
{
    const struct cg_validation *v = run->v;
    const struct cg_validate_options *options = run->options;
    uint32_t object = run->profiles[function->profile].objects[function->frame];
    if (!options->names_of_code || function->count != 1 || object == VALIDATION_NONE) {
        return true;
    }
    cg_node node = v->candidates[function->first];
    const struct merged_range *range = find_merged(run, object, node, false);
    if (!range) {
        const char *path = cg_pool_string(&run->object_names, object);
        if (!read_merged(run, object,
                         options->names_of_code(options->names_of_code_user, path,
                                                cg_node_name(v->graph, node)))) {
            return false;
        }
        range = find_merged(run, object, node, false);
    }
    function->first_merged = range ? range->first : 0;
    function->merged = range ? range->count : 0;
    return true;
}

static bool new_function(struct run *run, const cg_node *nodes, uint32_t count, const char *name,
                         uint32_t profile, cg_frame frame)
{
    struct cg_validation *v = run->v;
    const char *called = count ? cg_node_name(v->graph, nodes[0]) : name;
    struct validation_function function = {
        .first = v->candidate_count, .count = count, .profile = profile, .frame = frame};
    function.name = cg_pool_intern(&v->strings, called, strlen(called));
    bool ok = function.name != CG_NO_STRING;
    for (uint32_t i = 0; i < count && ok; i++) {
        ok = add_candidate(v, nodes[i]);
    }
    ok = ok && add_variants(run, &function) && add_merged(run, &function) &&
         cg_grow(&v->functions, &v->function_capacity, (size_t)v->function_count + 1,
                 sizeof *v->functions);
    if (ok) {
        v->functions[v->function_count++] = function;
    }
    return ok;
}

/* Number of the function that has these candidates, in canonical order, or, where there are none,
 * the name; NONE when memory is exhausted. */
static uint32_t number_of_function(struct run *run, const cg_node *nodes, uint32_t count,
                                   const char *name, uint32_t profile, cg_frame frame)
{
    struct cg_text key = {0};
    cg_text_put(&key, count ? "n" : "a", 1);
    cg_text_put(&key, count ? (const char *)nodes : name,
                count ? count * sizeof *nodes : strlen(name));
    uint32_t number =
        key.failed ? CG_NO_STRING : cg_pool_intern(&run->function_keys, key.bytes, key.length);
    cg_text_free(&key);
    if (number == CG_NO_STRING || (number == run->v->function_count &&
                                   !new_function(run, nodes, count, name, profile, frame))) {
        return VALIDATION_NONE;
    }
    return number;
}

/* Matching */

/* Whether the definition of a function is one that compilers only inline (`extern inline` of GNU C,
 * as the checks of _FORTIFY_SOURCE): what is recorded under its name is the library's. */
static bool is_only_inlined(const struct cg_graph *graph, cg_node node)
{
    return cg_node_linkage(graph, node) == CG_LINKAGE_WEAK &&
           cg_has_attribute(graph, node, "gnu_inline");
}

static bool is_of_program(const struct cg_graph *graph, cg_node node)
{
    return (cg_node_has_body(graph, node) && !is_only_inlined(graph, node)) ||
           cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_OBSERVED);
}

static enum validation_class class_of(const struct run *run, uint32_t function)
{
    const struct cg_validation *v = run->v;
    const struct validation_function *f = &v->functions[function];
    for (uint32_t i = 0; i < f->count; i++) {
        if (is_of_program(v->graph, v->candidates[f->first + i])) {
            return VALIDATION_PROGRAM;
        }
    }
    return VALIDATION_LIBRARY;
}

/* Regions that represent library functions (MPI) match these. */
static bool match_region(struct run *run, const struct cg_frame_info *info)
{
    struct matcher *m = &run->matcher;
    cg_node node = cg_graph_find(m->graph, info->linkage_name ? info->linkage_name : info->name);
    m->count = 0;
    return node == CG_NONE || is_of_program(m->graph, node) || match_add(m, node);
}

static bool match(struct run *run, const struct cg_frame_info *info, struct match_frame frame,
                  enum match_extent *extent)
{
    if (info->kind == CG_FRAME_REGION) {
        return match_region(run, info);
    }
    frame.name = info->name;
    frame.linkage_name = info->linkage_name;
    frame.file = info->file;
    frame.line = info->line;
    return matcher_find_frame(&run->matcher, &frame, extent);
}

static enum validation_class class_of_unknown(const struct cg_frame_info *info, const char *name)
{
    switch (info->kind) {
    case CG_FRAME_ROOT:
        return VALIDATION_ROOT;
    case CG_FRAME_KERNEL:
    case CG_FRAME_UNKNOWN:
        return VALIDATION_CODE;
    case CG_FRAME_REGION:
        return VALIDATION_REGION;
    case CG_FRAME_FUNCTION:
        break;
    }
    return !*name                          ? VALIDATION_CODE
           : startup_is_initialisers(name) ? VALIDATION_REGION
                                           : VALIDATION_OUTSIDE;
}

/* A frame that is not in the graph: it still gets a number if it may be the program's. */
static bool set_unknown(struct run *run, uint32_t p, cg_frame frame,
                        const struct cg_frame_info *info)
{
    struct validation_profile *profile = &run->v->profiles[p];
    const char *name = cg_profile_frame_name(profile->profile, frame);
    enum validation_class class = class_of_unknown(info, name);
    char *bare = strndup(name, decorations_find(name, strlen(name)).length);
    if (!bare) {
        return false;
    }
    bool suspect = class == VALIDATION_OUTSIDE && !startup_is_code(bare) &&
                   (info->object || !startup_is_substitute(bare));
    free(bare);
    profile->classes[frame] = (uint8_t)class;
    run->profiles[p].flags[frame] |= suspect ? FRAME_SUSPECT : 0;
    if (suspect) {
        profile->functions[frame] = number_of_function(run, NULL, 0, name, p, frame);
    }
    return !suspect || profile->functions[frame] != VALIDATION_NONE;
}

/* Only a run has shown such a function: absent.c decides anew whether it is the program's. */
static bool is_only_observed(const struct cg_validation *v, const struct validation_function *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        cg_node node = v->candidates[f->first + i];
        if (cg_node_has_body(v->graph, node) || !is_of_program(v->graph, node)) {
            return false;
        }
    }
    return true;
}

static bool set_known(struct run *run, uint32_t p, cg_frame frame)
{
    struct validation_profile *profile = &run->v->profiles[p];
    struct matcher *m = &run->matcher;
    qsort_r(m->found, m->count, sizeof *m->found, run_by_rank, run->ranks);
    uint32_t function = number_of_function(run, m->found, (uint32_t)m->count, NULL, p, frame);
    profile->functions[frame] = function;
    if (function == VALIDATION_NONE) {
        return false;
    }
    profile->classes[frame] = (uint8_t)class_of(run, function);
    if (is_only_observed(run->v, &run->v->functions[function])) {
        run->profiles[p].flags[frame] |= FRAME_SUSPECT;
    }
    return true;
}

static bool set_object(struct run *run, uint32_t p, cg_frame frame,
                       const struct cg_frame_info *info)
{
    run->profiles[p].objects[frame] = VALIDATION_NONE;
    if (!info->object || !*info->object) {
        return true;
    }
    uint32_t number = cg_pool_intern(&run->object_names, info->object, strlen(info->object));
    run->profiles[p].objects[frame] = number;
    if (number == CG_NO_STRING ||
        !cg_grow(&run->objects, &run->object_capacity, (size_t)number + 1, sizeof *run->objects)) {
        return false;
    }
    if (number == run->object_count) {
        run->objects[run->object_count++] = (struct object){0};
    }
    return true;
}

static bool has_linkage_names(const struct cg_profile *profile)
{
    for (cg_frame frame = 0; frame < cg_profile_frame_count(profile); frame++) {
        if (strncmp(cg_profile_frame_name(profile, frame), "_Z", 2) == 0) {
            return true;
        }
    }
    return false;
}

/* Mark the frames that debug information shows to be inlined, anywhere in the profile. */
static void mark_inlined(struct run *run, uint32_t p)
{
    const struct cg_profile *profile = run->v->profiles[p].profile;
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        struct cg_call_context_info info;
        cg_profile_context(profile, path, &info);
        run->profiles[p].flags[info.frame] |= info.flags & CG_CONTEXT_INLINED ? FRAME_INLINED : 0;
    }
}

static bool match_profile(struct run *run, uint32_t p)
{
    const struct cg_profile *profile = run->v->profiles[p].profile;
    bool mangled = has_linkage_names(profile), ok = true;
    mark_inlined(run, p);
    for (cg_frame frame = 0; frame < cg_profile_frame_count(profile) && ok; frame++) {
        struct cg_frame_info info;
        cg_profile_frame(profile, frame, &info);
        bool functional = info.kind == CG_FRAME_FUNCTION || info.kind == CG_FRAME_REGION;
        run->matcher.count = 0;
        enum match_extent extent = MATCH_WHOLE;
        run->v->profiles[p].functions[frame] = VALIDATION_NONE;
        const struct match_frame frame_names = {
            .mangled = mangled, .inlined = run->profiles[p].flags[frame] & FRAME_INLINED};
        ok = set_object(run, p, frame, &info) &&
             (!functional || !*info.name || match(run, &info, frame_names, &extent));
        run->profiles[p].flags[frame] |= !run->matcher.count     ? 0
                                         : extent == MATCH_PART  ? FRAME_PART
                                         : extent == MATCH_THUNK ? FRAME_THUNK
                                                                 : 0;
        ok = ok &&
             (run->matcher.count ? set_known(run, p, frame) : set_unknown(run, p, frame, &info));
    }
    return ok;
}

/* A library has its own functions under names that the program uses, too: a function found in one
 * is either a library's in the graph, or an inline function, of which any copy may run. */
static bool may_be_in_library(const struct cg_graph *graph, cg_node node)
{
    return !is_of_program(graph, node) || cg_node_linkage(graph, node) == CG_LINKAGE_WEAK ||
           cg_in_system_header(graph, node);
}

static bool narrow_frame(struct run *run, uint32_t p, cg_frame frame)
{
    struct cg_validation *v = run->v;
    const struct validation_function f = v->functions[v->profiles[p].functions[frame]];
    struct matcher *m = &run->matcher;
    m->count = 0;
    bool ok = true;
    for (uint32_t i = 0; i < f.count && ok; i++) {
        cg_node node = v->candidates[f.first + i];
        ok = !may_be_in_library(v->graph, node) || match_add(m, node);
    }
    if (!ok || m->count == f.count) {
        return ok;
    }
    v->profiles[p].functions[frame] = VALIDATION_NONE;
    v->profiles[p].classes[frame] = VALIDATION_OUTSIDE;
    return !m->count || set_known(run, p, frame);
}

/* The program's own code that was not collected, but that collected code calls. */
static void widen_frame(struct run *run, uint32_t p, cg_frame frame)
{
    const struct cg_validation *v = run->v;
    const struct validation_function *f = &v->functions[v->profiles[p].functions[frame]];
    for (uint32_t i = 0; i < f->count; i++) {
        if (cg_in_system_header(v->graph, v->candidates[f->first + i])) {
            return;
        }
    }
    v->profiles[p].classes[frame] = VALIDATION_PROGRAM;
}

static bool settle_frame(struct run *run, uint32_t p, cg_frame frame)
{
    struct validation_profile *profile = &run->v->profiles[p];
    uint32_t object = run->profiles[p].objects[frame];
    if (object == VALIDATION_NONE) {
        return true;
    }
    bool ours = run->objects[object].program;
    if (run->profiles[p].flags[frame] & FRAME_SUSPECT) {
        if (!ours) {
            run->profiles[p].flags[frame] &= (uint8_t)~FRAME_SUSPECT;
            profile->functions[frame] = VALIDATION_NONE;
            profile->classes[frame] = VALIDATION_OUTSIDE;
        }
    } else if (profile->functions[frame] == VALIDATION_NONE) {
        return true;
    } else if (!ours) {
        return narrow_frame(run, p, frame);
    } else if (profile->classes[frame] == VALIDATION_LIBRARY && run_in_program(run, object)) {
        widen_frame(run, p, frame);
    }
    return true;
}

bool run_are_variants(const struct run *run, uint32_t profile, cg_frame a, cg_frame b)
{
    const struct cg_profile *of = run->v->profiles[profile].profile;
    const char *x = cg_profile_frame_name(of, a), *y = cg_profile_frame_name(of, b);
    size_t length_x = decorations_find(x, strlen(x)).length;
    size_t length_y = decorations_find(y, strlen(y)).length;
    bool same = length_x == length_y && memcmp(x, y, length_x) == 0;
    return a != b && !same && strncmp(x, "_Z", 2) == 0 && strncmp(y, "_Z", 2) == 0;
}

int run_frames(struct run *run)
{
    bool ok = true;
    for (uint32_t p = 0; p < run->v->profile_count && ok; p++) {
        ok = match_profile(run, p);
    }
    if (ok) {
        run_objects(run);
    }
    for (uint32_t p = 0; p < run->v->profile_count && ok; p++) {
        uint32_t count = cg_profile_frame_count(run->v->profiles[p].profile);
        for (cg_frame frame = 0; frame < count && ok; frame++) {
            ok = settle_frame(run, p, frame);
        }
    }
    return ok ? CG_OK : cg_fail_memory(run->error);
}
