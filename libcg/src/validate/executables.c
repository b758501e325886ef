/* Finds the executables and libraries of the program. */
#include "match/file_path.h"
#include "validate/common/run.h"
#include "validate/common/runtime_names.h"

#include <libcg/kinds.h>

#include <string.h>

/* One in this many functions must be in the graph for an object to be the program's. A smaller
 * share is coincidence. */
#define OBJECT_SHARE 8u

static bool is_in_file(const struct cg_graph *graph, cg_node node, const char *file)
{
    const char *origin = cg_node_origin(graph, node);
    if (!origin || !file) {
        return false;
    }
    const struct cg_value a = {origin, strlen(origin)}, b = {file, strlen(file)};
    return path_agree(&a, &b) > 0;
}

enum evidence {
    EVIDENCE_OF_OTHERS, /* nothing of the graph has this code */
    EVIDENCE_OF_NONE,   /* any library may have a copy of this code */
    EVIDENCE_OF_PROGRAM,
};

static enum evidence evidence_of_node(const struct cg_graph *graph, cg_node node)
{
    if (!cg_node_has_body(graph, node)) {
        return EVIDENCE_OF_OTHERS;
    }
    bool copied =
        cg_in_system_header(graph, node) || cg_node_linkage(graph, node) == CG_LINKAGE_WEAK;
    return copied ? EVIDENCE_OF_NONE : EVIDENCE_OF_PROGRAM;
}

/* What a function says of its object, which is certain if it has the entry point or this file. */
static enum evidence count_function(struct run *run, struct object *object,
                                    const struct validation_function *function, const char *file)
{
    const struct cg_graph *graph = run->v->graph;
    enum evidence most = EVIDENCE_OF_OTHERS;
    for (uint32_t i = 0; i < function->count; i++) {
        cg_node node = run->v->candidates[function->first + i];
        enum evidence evidence = evidence_of_node(graph, node);
        if (evidence == EVIDENCE_OF_PROGRAM) {
            object->matched++;
            object->certain |= node == cg_graph_entry(graph) || is_in_file(graph, node, file);
            return evidence;
        }
        most = evidence > most ? evidence : most;
    }
    return most;
}

static void count_frame(struct run *run, uint32_t p, cg_frame frame)
{
    const struct validation_profile *profile = &run->v->profiles[p];
    struct object *object = &run->objects[run->profiles[p].objects[frame]];
    struct cg_frame_info info;
    cg_profile_frame(profile->profile, frame, &info);
    const char *name = cg_profile_frame_name(profile->profile, frame);
    uint32_t function = profile->functions[frame];
    enum evidence evidence = EVIDENCE_OF_OTHERS;
    if (function != VALIDATION_NONE) {
        evidence = count_function(run, object, &run->v->functions[function], info.file);
    }
    object->libc |= startup_is_of_libc(name);
    if (info.kind == CG_FRAME_FUNCTION && !startup_is_code(name) && evidence != EVIDENCE_OF_NONE) {
        object->frames++;
    }
}

void run_objects(struct run *run)
{
    for (uint32_t p = 0; p < run->v->profile_count; p++) {
        uint32_t count = cg_profile_frame_count(run->v->profiles[p].profile);
        for (cg_frame frame = 0; frame < count; frame++) {
            if (run->profiles[p].objects[frame] != VALIDATION_NONE) {
                count_frame(run, p, frame);
            }
        }
    }
    for (uint32_t i = 0; i < run->object_count; i++) {
        struct object *object = &run->objects[i];
        bool share = object->matched * (uint64_t)OBJECT_SHARE >= object->frames &&
                     !startup_is_object(cg_pool_string(&run->object_names, i));
        object->program = object->certain || (object->matched && share);
    }
}

bool run_in_program(const struct run *run, uint32_t object)
{
    return object != VALIDATION_NONE && run->objects[object].program && !run->objects[object].libc;
}
