/* Assigns a verdict to each record. */
#include "base/error.h"
#include "base/memory.h"
#include "match/file_path.h"
#include "names/spelling.h"
#include "validate/common/library_instance.h"
#include "validate/common/pick.h"
#include "validate/common/runtime_names.h"
#include "validate/explain/explain_path.h"
#include "validate/explain/external_callers.h"
#include "validate/explain/pieces.h"
#include "validate/explain/recorded_callees.h"

#include <stdlib.h>
#include <string.h>

/** Whether a file named in profiles is known. */
enum file_known { FILE_NOT_ASKED, FILE_KNOWN, FILE_STRANGE };

struct judge {
    struct run *run;
    struct cg_validation *v;
    struct through through;
    struct pieces pieces;
    bool pieces_begun;
    struct targets targets; /**< of the current record */
    uint8_t *files;         /**< by string: enum file_known */
    size_t file_capacity;
    enum inlining_policy care;
};

/* Existing edges */

/** How many of the nodes that a caller may be, and of the targets, to examine. */
struct looked_at {
    const struct validation_function *caller;
    uint32_t callers;
    size_t targets;
};

static bool find_edge(const struct judge *j, const struct looked_at *at, cg_node *from, cg_node *to)
{
    for (uint32_t c = 0; c < at->callers; c++) {
        cg_node caller = validation_node(j->v, at->caller, c);
        size_t count = targets_may_be_called(&j->targets, caller) ? at->targets : 0;
        for (size_t i = 0; i < count; i++) {
            if (targets_edge(&j->targets, caller, i) != CG_NONE) {
                *from = caller;
                *to = j->targets.nodes[i];
                return true;
            }
        }
    }
    return false;
}

static bool keep_through(struct judge *j, struct record *r, const cg_node *nodes, size_t count)
{
    struct cg_validation *v = j->v;
    if (!cg_grow(&v->passed, &v->passed_capacity, v->passed_count + count, sizeof *v->passed)) {
        return false;
    }
    if (count) {
        memcpy(v->passed + v->passed_count, nodes, count * sizeof *nodes);
    }
    r->through = v->passed_count;
    r->through_count = (uint32_t)count;
    v->passed_count += (uint32_t)count;
    return true;
}

/* @return 1 if the graph has the call, 0 if not, -1 when memory is exhausted */
static int find_present(struct judge *j, struct record *r, uint32_t caller)
{
    const struct validation_function *f = &j->v->functions[caller];
    const struct validation_function *g = &j->v->functions[r->key.callee];
    struct looked_at at = {f, f->count, g->count};
    if (find_edge(j, &at, &r->from, &r->to)) {
        r->verdict = CG_VERDICT_PRESENT;
        return 1;
    }
    if (!targets_widen(&j->targets)) {
        return -1;
    }
    at.callers = validation_node_count(f);
    at.targets = j->targets.count;
    if (!find_edge(j, &at, &r->from, &r->to)) {
        return 0;
    }
    r->verdict = CG_VERDICT_OVERRIDE;
    cg_node found = r->to;
    bool other = found != j->v->candidates[g->first];
    r->to = j->v->candidates[g->first];
    return keep_through(j, r, &found, other) ? 1 : -1;
}

static bool library_calls(const struct judge *j, uint32_t function, const struct record *r)
{
    const struct validation_function *f = &j->v->functions[function];
    cg_node from, to;
    const struct looked_at at = {f, validation_node_count(f), j->v->functions[r->key.callee].count};
    return find_edge(j, &at, &from, &to);
}

static bool frame_calls(const struct judge *j, cg_frame frame, const struct record *r)
{
    const struct validation_profile *profile = &j->v->profiles[r->key.profile];
    return frame != VALIDATION_NONE && profile->classes[frame] == VALIDATION_LIBRARY &&
           library_calls(j, profile->functions[frame], r);
}

/* Whether the graph has a call of the callee by one of the libraries between. */
static bool is_library_edge(const struct judge *j, const struct record *r)
{
    if (frame_calls(j, r->key.first, r) || frame_calls(j, r->key.last, r)) {
        return true;
    }
    for (size_t i = 0; r->key.caller == VALIDATION_NONE && i < j->pieces.passed_count; i++) {
        if (library_calls(j, j->pieces.passed[i], r)) {
            return true;
        }
    }
    return false;
}

/* Places */

static bool is_known_file(const struct judge *j, const char *file)
{
    const struct cg_value path = {file, strlen(file)};
    const struct cg_pool *sources = &j->through.sources;
    for (uint32_t i = 1; i < sources->count; i++) {
        const struct cg_value origin = {cg_pool_string(sources, i), cg_pool_length(sources, i)};
        if (path_agree(&origin, &path)) {
            return true;
        }
    }
    return false;
}

/* Whether places in a file distinguish functions: not those of a generator's source, which `#line`
 * names. @return false when memory is exhausted */
static bool ask_file(struct judge *j, uint32_t file, bool *known)
{
    size_t old = j->file_capacity;
    if (!cg_grow(&j->files, &j->file_capacity, (size_t)file + 1, sizeof *j->files)) {
        return false;
    }
    memset(j->files + old, 0, (j->file_capacity - old) * sizeof *j->files);
    if (j->files[file] == FILE_NOT_ASKED) {
        bool is = is_known_file(j, validation_string(j->v, file));
        j->files[file] = is ? FILE_KNOWN : FILE_STRANGE;
    }
    *known = j->files[file] == FILE_KNOWN;
    return true;
}

static bool lies_in(const struct judge *j, uint32_t function, const char *file, uint32_t line)
{
    const struct validation_function *f = &j->v->functions[function];
    const struct places_point point = {line, 0};
    for (uint32_t i = 0; i < validation_node_count(f); i++) {
        if (places_contain(j->v->graph, validation_node(j->v, f, i), file, point)) {
            return true;
        }
    }
    return false;
}

static bool has_site(const struct cg_graph *graph, cg_node node, const char *file, uint32_t line)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, node, &first);
    for (uint32_t i = 0; i < count; i++) {
        if (through_is_site(graph, first + i, file, line)) {
            return true;
        }
    }
    return false;
}

/* Whether a line is that of a function's name, and the function has no call there. Compilers give
 * this line to inlined code that has lost its own, such as code that destroys members. */
static bool is_head(const struct judge *j, uint32_t function, const char *file, uint32_t line)
{
    const struct cg_graph *graph = j->v->graph;
    const struct validation_function *f = &j->v->functions[function];
    bool head = false;
    for (uint32_t i = 0; i < validation_node_count(f); i++) {
        cg_node node = validation_node(j->v, f, i);
        head = head || places_head(graph, node, file, line);
        if (has_site(graph, node, file, line)) {
            return false;
        }
    }
    return head;
}

/* Explanations */

static enum cg_explanation explanation_of(const struct through_answer *answer,
                                          const struct through_question *q,
                                          enum cg_explanation outside)
{
    switch (answer->step) {
    case THROUGH_UNRECORDED:
        return q->place ? CG_EXPLAINED_INLINED : CG_EXPLAINED_UNRECORDED;
    case THROUGH_INLINED:
    case THROUGH_PARTLY:
        return CG_EXPLAINED_INLINED;
    case THROUGH_TAIL_CALL:
        return CG_EXPLAINED_TAIL_CALL;
    case THROUGH_LIBRARY:
        break;
    }
    return q->library ? CG_EXPLAINED_LIBRARY : outside;
}

static void explain(struct record *r, enum cg_explanation how)
{
    r->verdict = how == CG_EXPLAINED_NOT ? CG_VERDICT_MISSING_EDGE : CG_VERDICT_EXPLAINED;
    r->how = how;
}

/* Whether the callee belongs to the C++ library, whose own inlined code may call it. */
static bool is_of_library(const struct judge *j, uint32_t callee)
{
    const struct validation_function *f = &j->v->functions[callee];
    cg_node node = j->v->candidates[f->first];
    return !cg_node_has_body(j->v->graph, node) &&
           strncmp(cg_node_name(j->v->graph, node), "_Z", 2) == 0;
}

/* Where the program made the call, if its place says which function did. */
static bool find_place(struct judge *j, const struct record *r, uint32_t caller,
                       struct through_question *q)
{
    if (r->key.file == VALIDATION_NONE || r->key.caller == VALIDATION_NONE) {
        return true;
    }
    q->file = validation_string(j->v, r->key.file);
    q->line = r->key.line;
    if (!ask_file(j, r->key.file, &q->place)) {
        return false;
    }
    bool inside = lies_in(j, caller, q->file, q->line);
    bool head = inside && is_head(j, caller, q->file, q->line);
    q->inside = inside && !head;
    q->place = (q->place || inside) && !head;
    return true;
}

/* Whether the callee was a part that the compiler took out of its function. GCC gives the call of
 * one no line, so that it has that of whatever code is before it. */
static bool calls_part(const struct judge *j, const struct record *r)
{
    struct cg_call_context_info info;
    cg_profile_context(j->v->profiles[r->key.profile].profile, r->path, &info);
    return j->run->profiles[r->key.profile].flags[info.frame] & FRAME_PART;
}

static bool ask_path(struct judge *j, struct through_answer *answer, struct through_question *q,
                     const struct record *r)
{
    bool ok = through_find(&j->through, answer, q);
    if (ok && !answer->found && q->place && calls_part(j, r)) {
        q->care = THROUGH_LENIENT;
        q->place = q->inside = false;
        ok = through_find(&j->through, answer, q);
    }
    return ok;
}

/* A path of the graph whose inner functions are invisible. A function that the callee overrides is
 * its last. */
static bool find_path(struct judge *j, struct record *r, uint32_t caller,
                      enum cg_explanation outside)
{
    const struct validation_function *g = &j->v->functions[r->key.callee];
    struct through_question q = {.profile = r->key.profile,
                                 .caller = caller,
                                 .callee = r->key.callee,
                                 .care = j->care,
                                 .targets = &j->targets,
                                 .library = is_of_library(j, r->key.callee)};
    q.passed = (outside != CG_EXPLAINED_NOT || q.library) && r->key.first == VALIDATION_NONE;
    struct through_answer answer;
    if (!find_place(j, r, caller, &q) || !ask_path(j, &answer, &q, r)) {
        return false;
    }
    if (!answer.found) {
        return true;
    }
    explain(r, explanation_of(&answer, &q, outside));
    r->from = answer.from;
    bool base = answer.step != THROUGH_LIBRARY;
    for (uint32_t i = 0; i < g->count; i++) {
        bool own = answer.to == j->v->candidates[g->first + i];
        r->to = own ? answer.to : r->to;
        base &= !own;
    }
    if (!keep_through(j, r, answer.path, answer.length)) {
        return false;
    }
    uint32_t first = r->through, count = r->through_count;
    bool ok = !base || keep_through(j, r, &answer.to, 1);
    r->through = first;
    r->through_count = count + base;
    return ok;
}

/* Verdicts */

static bool set_node_missing(struct record *r, uint32_t caller, const struct cg_validation *v)
{
    const struct validation_function *f = &v->functions[caller];
    const struct validation_function *g = &v->functions[r->key.callee];
    if (f->count && g->count) {
        return false;
    }
    r->verdict = CG_VERDICT_MISSING_NODE;
    r->from = f->count ? v->candidates[f->first] : CG_NONE;
    r->to = g->count ? v->candidates[g->first] : CG_NONE;
    return true;
}

/* A call by one function of the program, unless it is a library's. */
static bool judge_caller(struct judge *j, struct record *r, uint32_t caller,
                         enum cg_explanation outside)
{
    r->caller = caller;
    pick_pair(j->v, caller, r->key.callee, &r->from, &r->to);
    r->verdict = CG_VERDICT_MISSING_EDGE;
    return find_path(j, r, caller, outside);
}

static void judge_library(const struct judge *j, struct record *r, enum cg_explanation outside)
{
    if (is_library_edge(j, r)) {
        r->verdict = CG_VERDICT_PRESENT;
    } else {
        explain(r, outside);
    }
}

/* Whether the compiler may have generated the call. */
static bool is_generated(const struct judge *j, const struct record *r)
{
    return !cg_node_has_body(j->v->graph, r->to) &&
           startup_is_generated(cg_node_name(j->v->graph, r->to));
}

/* Whether the callee is a wrapper of a thread-local variable that is initialised without code: GCC
 * calls it wherever it has not seen the definition. */
static bool is_idle_wrapper(const struct judge *j, const struct record *r)
{
    static const char wrapper[] = "_ZTW";
    const struct cg_graph *graph = j->v->graph;
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, r->to, &first);
    bool idle = strncmp(cg_node_name(graph, r->to), wrapper, sizeof wrapper - 1) == 0 &&
                cg_node_has_body(graph, r->to);
    for (uint32_t i = 0; i < count && idle; i++) {
        idle = !cg_node_has_body(graph, cg_edge_callee(graph, first + i));
    }
    return idle;
}

/* Whether both are variants of one constructor or destructor, of which the profile has the common
 * readable name: one that deletes calls one that does not. */
static bool is_between_variants(const struct judge *j, const struct record *r)
{
    const struct cg_profile *profile = j->v->profiles[r->key.profile].profile;
    struct cg_call_context_info info;
    cg_profile_context(profile, r->path, &info);
    const char *name = cg_profile_frame_name(profile, info.frame);
    return r->key.caller == r->key.callee && r->key.first == VALIDATION_NONE &&
           strncmp(name, "_Z", 2) != 0 && spelling_is_special(name, strlen(name));
}

/* Whether a function calls one of the C++ library, which may have been inlined. */
static bool calls_library_code(const struct judge *j, cg_node caller)
{
    const struct cg_graph *graph = j->v->graph;
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, caller, &first);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = cg_node_name(graph, cg_edge_callee(graph, first + i));
        if (strncmp(name, "_ZNSt", 5) == 0 || strncmp(name, "_ZNKSt", 6) == 0 ||
            strncmp(name, "_ZSt", 4) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the library itself may have a copy of a function: it instantiates the class. */
static bool may_be_copy(const struct judge *j, cg_node node)
{
    const char *name = cg_node_name(j->v->graph, node);
    return startup_is_instantiated(name) &&
           library_instance_is_pure(name, j->run->options->demangle);
}

/* Whether code in a header of the C++ library calls another library function: it was inlined into
 * the caller, and need not have been collected. */
static bool is_header_code(const struct judge *j, const struct record *r)
{
    if (cg_node_has_body(j->v->graph, r->to) && !may_be_copy(j, r->to)) {
        return false;
    }
    if (r->key.file != VALIDATION_NONE) {
        return startup_is_library_header(validation_string(j->v, r->key.file));
    }
    return j->care == THROUGH_LENIENT && calls_library_code(j, r->from) &&
           startup_is_substitute(cg_node_name(j->v->graph, r->to));
}

static bool judge_call(struct judge *j, struct record *r)
{
    r->caller = r->key.caller;
    if (set_node_missing(r, r->caller, j->v)) {
        return true;
    }
    int present = find_present(j, r, r->caller);
    if (present) {
        return present > 0;
    }
    enum cg_explanation outside = external_calls(j->v, r->key.callee);
    if (!judge_caller(j, r, r->caller, outside)) {
        return false;
    }
    bool missing = r->verdict == CG_VERDICT_MISSING_EDGE;
    if (missing && (is_generated(j, r) || is_idle_wrapper(j, r))) {
        r->generated = true;
        r->caller = VALIDATION_NONE;
    } else if (missing && is_between_variants(j, r)) {
        r->caller = VALIDATION_NONE;
    } else if (missing && r->key.first != VALIDATION_NONE) {
        judge_library(j, r, outside);
    } else if (missing && (external_signals(j->v, r->key.callee) || is_header_code(j, r))) {
        explain(r, CG_EXPLAINED_LIBRARY);
    }
    return true;
}

/* Of several possible callers, one whose call the graph has. @return as find_present */
static int find_open(struct judge *j, struct record *r)
{
    const struct cg_validation *v = j->v;
    int present = 0;
    for (size_t i = 0; i < j->pieces.found_count && !present; i++) {
        r->caller = j->pieces.found[i];
        present = v->functions[r->caller].count ? find_present(j, r, r->caller) : 0;
    }
    if (!present) {
        r->caller = j->pieces.found[0];
    }
    return present;
}

static bool judge_open(struct judge *j, struct record *r)
{
    const struct cg_validation *v = j->v;
    pieces_find(&j->pieces, r->key.open);
    r->caller = VALIDATION_NONE;
    if (!j->pieces.found_count) {
        return true;
    }
    int present = v->functions[r->key.callee].count ? find_open(j, r) : 0;
    r->caller = present ? r->caller : j->pieces.found[0];
    if (present || set_node_missing(r, r->caller, v)) {
        return present >= 0;
    }
    enum cg_explanation outside = external_calls(j->v, r->key.callee);
    pick_pair(v, r->caller, r->key.callee, &r->from, &r->to);
    judge_library(j, r, outside);
    bool ok = true;
    for (size_t i = 0; r->verdict == CG_VERDICT_MISSING_EDGE && i < j->pieces.found_count && ok;
         i++) {
        bool known = v->functions[j->pieces.found[i]].count > 0;
        ok = !known || judge_caller(j, r, j->pieces.found[i], CG_EXPLAINED_NOT);
    }
    if (r->verdict == CG_VERDICT_MISSING_EDGE) {
        r->caller = j->pieces.found[0];
        pick_pair(v, r->caller, r->key.callee, &r->from, &r->to);
    }
    return ok;
}

/* Find the library function that the caller called and that led to the callee. */
static void find_entry(const struct judge *j, struct record *r)
{
    const struct validation_profile *profile = &j->v->profiles[r->key.profile];
    bool open = r->key.caller == VALIDATION_NONE;
    bool first = r->key.first != VALIDATION_NONE &&
                 profile->classes[r->key.first] == VALIDATION_LIBRARY &&
                 pick_entry(j->v, r->from, profile->functions[r->key.first]) != CG_NONE;
    r->entered = first ? profile->functions[r->key.first] : VALIDATION_NONE;
    for (size_t i = 0; open && r->entered == VALIDATION_NONE && i < j->pieces.passed_count; i++) {
        bool calls = pick_entry(j->v, r->from, j->pieces.passed[i]) != CG_NONE;
        r->entered = calls ? j->pieces.passed[i] : VALIDATION_NONE;
    }
}

static bool judge_record(struct judge *j, struct record *r)
{
    bool open = r->key.caller == VALIDATION_NONE;
    if (!targets_find(&j->targets, r->key.callee)) {
        return false;
    }
    if (open && !j->pieces_begun) {
        j->pieces_begun = pieces_begin(&j->pieces, j->run, r->key.profile);
        if (!j->pieces_begun) {
            return false;
        }
    }
    bool ok = open ? judge_open(j, r) : judge_call(j, r);
    if (ok && r->caller != VALIDATION_NONE && r->verdict >= CG_VERDICT_MISSING_EDGE &&
        r->from != CG_NONE) {
        find_entry(j, r);
    }
    return ok;
}

/* Judge again with the lenient policy. */
static bool judge_leniently(struct judge *j, struct record *r)
{
    r->how = CG_EXPLAINED_NOT;
    r->through_count = 0;
    r->generated = false;
    r->entered = VALIDATION_NONE;
    j->care = THROUGH_LENIENT;
    return judge_record(j, r);
}

/** One record in this many is enough to show that functions were inlined in the code of a
 *  profile. */
enum { MOST_WITHOUT_INLINING = 50 };

/* An edge added because it was recorded shows nothing about how the program was compiled. */
static bool is_observed(const struct judge *j, const struct record *r)
{
    cg_edge edge = cg_graph_find_edge(j->v->graph, r->from, r->to);
    return edge != CG_NONE && through_is_observed(j->v->graph, edge);
}

/* Whether functions were inlined at all, or callers jumped: few calls are explained by chance.
 * Missing calls do not count, so that a patched graph is judged alike. */
static bool is_optimised(const struct judge *j, const struct record *records, uint32_t count)
{
    uint32_t explained = 0;
    uint32_t present = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct record *r = &records[i];
        explained += r->verdict == CG_VERDICT_EXPLAINED &&
                     (r->how == CG_EXPLAINED_INLINED || r->how == CG_EXPLAINED_UNRECORDED ||
                      r->how == CG_EXPLAINED_TAIL_CALL);
        present +=
            r->caller != VALIDATION_NONE && r->verdict <= CG_VERDICT_OVERRIDE && !is_observed(j, r);
    }
    return explained && explained >= (present + explained) / MOST_WITHOUT_INLINING;
}

/* Exact profiles count as they are, unless they show that functions were inlined. */
static bool judge_profile(struct judge *j, struct record *records, uint32_t count)
{
    uint32_t profile = records->key.profile;
    bool sampled = cg_profile_is_sampled(j->v->profiles[profile].profile);
    bool ok = true;
    through_profile(&j->through, profile);
    j->pieces_begun = false;
    j->care = sampled ? THROUGH_LENIENT : THROUGH_STRICT;
    for (uint32_t i = 0; i < count && ok; i++) {
        ok = judge_record(j, &records[i]);
    }
    bool optimised = ok && is_optimised(j, records, count);
    for (uint32_t i = 0; i < count && ok && !sampled && optimised; i++) {
        if (records[i].verdict == CG_VERDICT_MISSING_EDGE) {
            ok = judge_leniently(j, &records[i]);
        }
    }
    return ok;
}

/* Records are sorted by profile. */
static bool judge_all(struct judge *j)
{
    struct run *run = j->run;
    bool ok = true;
    for (uint32_t i = 0, end = 0; i < run->record_count && ok; i = end) {
        while (end < run->record_count &&
               run->records[end].key.profile == run->records[i].key.profile) {
            end++;
        }
        ok = judge_profile(j, &run->records[i], end - i);
    }
    return ok;
}

int run_judge(struct run *run)
{
    struct judge j = {.run = run, .v = run->v};
    bool ok = targets_init(&j.targets, run) && !through_init(&j.through, run) && judge_all(&j);
    through_free(&j.through);
    pieces_free(&j.pieces);
    targets_free(&j.targets);
    free(j.files);
    return ok ? CG_OK : cg_fail_memory(run->error);
}
