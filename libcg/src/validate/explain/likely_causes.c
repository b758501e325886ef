/*
 * Looks at the place, then at the caller's indirect calls, then at the names and kinds of both
 * functions; the first that tells anything decides.
 */
#include "validate/explain/likely_causes.h"

#include "match/file_path.h"
#include "strings/digits.h"

#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

struct question {
    const struct run *run;
    const struct cg_graph *graph;
    struct cg_checked_call *call;
    const char *file; /**< recorded; NULL if unknown */
    uint32_t line;
    char *type; /**< of the callee, bare; NULL if unknown */
    bool taken; /**< the callee's address is taken, or the graph does not record addresses */
    bool failed;
};

/** Indirect calls of a caller. */
struct indirect {
    const char *key;
    enum cg_cause cause;
};
static const struct indirect indirects[] = {
    {CG_KEY_UNRESOLVED_CALLS, CG_CAUSE_POINTER_UNRESOLVED},
    {CG_KEY_RESOLVED_CALLS, CG_CAUSE_POINTER_RESOLVED},
};
#define INDIRECTS (sizeof indirects / sizeof *indirects)

/* Types are compared without blanks, without the marks of a pointer, and without what follows the
 * parameters. */
static char *bare_type(const char *text)
{
    char *bare = text ? malloc(strlen(text) + 1) : NULL;
    size_t length = 0;
    for (const char *p = text; bare && *p && strncmp(p, " __attribute__", 14) != 0; p++) {
        if (strncmp(p, "(*)", 3) == 0) {
            p += 2;
        } else if (*p != ' ') {
            bare[length++] = *p;
        }
    }
    if (bare) {
        bare[length] = 0;
    }
    return bare;
}

static bool fits_type(struct question *q, const char *type)
{
    if (!q->type || !type) {
        return true;
    }
    char *bare = bare_type(type);
    q->failed |= !bare;
    bool fits = bare && strcmp(bare, q->type) == 0;
    free(bare);
    return fits;
}

static bool is_there(const struct question *q, const struct cg_site *site)
{
    if (!q->file || !site->file || site->line != q->line) {
        return false;
    }
    const struct cg_value a = {site->file, strlen(site->file)}, b = {q->file, strlen(q->file)};
    return path_agree(&a, &b) > 0;
}

static bool is_virtual(const struct cg_site *site)
{
    return site->reason && strcmp(site->reason, CG_OPEN_VIRTUAL) == 0;
}

/* Whether a site may be the call: the place matches, or is unknown and the callee can be called
 * this way. */
static bool may_be(struct question *q, const struct cg_site *site)
{
    if (q->file) {
        return is_there(q, site);
    }
    return is_virtual(site) ? cg_node_is_virtual(q->graph, q->call->callee)
                            : q->taken && fits_type(q, site->type);
}

static const char *keep_text(struct question *q, const char *text)
{
    struct cg_pool *strings = &q->run->v->strings;
    uint32_t string = text ? cg_pool_intern(strings, text, strlen(text)) : CG_NO_STRING;
    q->failed |= text && string == CG_NO_STRING;
    return string == CG_NO_STRING ? NULL : cg_pool_string(strings, string);
}

static void set_site(struct question *q, const struct cg_site *site, enum cg_cause cause)
{
    q->call->cause = is_virtual(site) ? CG_CAUSE_VIRTUAL : cause;
    q->call->site = (struct cg_checked_site){.file = keep_text(q, site->file),
                                             .line = site->line,
                                             .column = site->column,
                                             .type = keep_text(q, site->type),
                                             .reason = keep_text(q, site->reason)};
}

/* Indirect calls of the caller. @return whether one may be the call */
static bool find_indirect(struct question *q, const struct indirect *of)
{
    struct cg_site_list *sites = NULL;
    bool found = false;
    int status = cg_sites_read(&sites, q->graph, q->call->caller, of->key, NULL);
    q->failed |= status == CG_E_MEMORY;
    for (size_t i = 0; !status && i < cg_site_list_count(sites) && !found; i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        found = may_be(q, site);
        if (found) {
            set_site(q, site, of->cause);
        }
    }
    cg_site_list_free(sites);
    return found;
}

static bool find_edge_site(struct question *q, cg_edge edge)
{
    struct cg_site_list *sites = NULL;
    bool found = false;
    int status = cg_sites_read(&sites, q->graph, edge, CG_KEY_CALL_SITES, NULL);
    q->failed |= status == CG_E_MEMORY;
    for (size_t i = 0; !status && i < cg_site_list_count(sites) && !found; i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        unsigned kind = site->kind ? cg_edge_kind_from_name(site->kind) : CG_EDGE_DIRECT;
        found = (kind & (CG_EDGE_POINTER | CG_EDGE_VIRTUAL)) &&
                (q->file ? is_there(q, site) : kind == CG_EDGE_POINTER && q->taken);
        if (found) {
            set_site(q, site, CG_CAUSE_POINTER_RESOLVED);
            q->call->cause = kind == CG_EDGE_VIRTUAL ? CG_CAUSE_VIRTUAL : q->call->cause;
        }
    }
    cg_site_list_free(sites);
    return found;
}

/* Calls that only have other callees in the graph. */
static bool find_closed(struct question *q)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(q->graph, q->call->caller, &first);
    for (uint32_t i = 0; i < count; i++) {
        if (cg_edge_kinds(q->graph, first + i) & (CG_EDGE_POINTER | CG_EDGE_VIRTUAL) &&
            find_edge_site(q, first + i)) {
            return true;
        }
    }
    return false;
}

static bool makes_virtual_calls(const struct question *q)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(q->graph, q->call->caller, &first);
    for (uint32_t i = 0; i < count; i++) {
        if (cg_edge_kinds(q->graph, first + i) & CG_EDGE_VIRTUAL) {
            return true;
        }
    }
    return false;
}

/* Functions that the compiler makes to run before main. */
static bool is_made(const char *name)
{
    return strncmp(name, "_GLOBAL__", 9) == 0 || strncmp(name, "__cxx_global_", 13) == 0;
}

/* Recognised in mangled names: a constructor C1, C2, C3, a destructor D0, D1, D2 before the
 * parameters. */
static bool is_variant(const char *name, char kind)
{
    for (const char *p = name; strncmp(name, "_ZN", 3) == 0 && *p; p++) {
        if (p[0] == kind && p[1] >= '0' && p[1] <= '5' && (p[2] == 'E' || p[2] == 'I') &&
            p > name + 3) {
            return true;
        }
    }
    return false;
}

static bool is_structor(const char *name)
{
    return is_variant(name, 'C') || is_variant(name, 'D');
}

/* @return the end of one component of a mangled name: an identifier, an operator, a constructor, a
 *         substitution; NULL if there is none. Includes tags (`B5cxx11`) and the mark of internal
 *         names (`L`). */
static const char *skip_component(const char *p)
{
    p += strspn(p, "LB");
    if (*p >= '1' && *p <= '9') {
        size_t left = strlen(p);
        uint64_t length;
        size_t digits = cg_take_digits(&length, NULL, p, left, UINT32_MAX);
        return length <= left - digits ? p + digits + length : NULL;
    }
    if (*p == 'S') {
        p += 1 + strspn(p + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        return *p ? p + 1 : NULL;
    }
    bool structor = (*p == 'C' || *p == 'D') && p[1] >= '0' && p[1] <= '5';
    bool operator= * p >= 'a' && * p <= 'z' && p[1] >= 'A' && strncmp(p, "cv", 2) != 0;
    return structor || operator? p + 2 : NULL;
}

/* Whether a mangled name has template arguments, `I..E` after a component: Itanium C++ ABI, 5.1.
 * For an entity local to a function that function counts. */
static bool has_arguments(const char *name)
{
    const char *p = name + 2;
    p += strspn(p, "Z");
    bool nested = *p == 'N';
    p += nested ? 1 + strspn(p + 1, "rVKRO") : 0;
    p += strncmp(p, "St", 2) == 0 ? 2 : 0; /* std::, not a component of its own */
    for (p = skip_component(p); p && nested && *p != 'I' && *p != 'E';) {
        p = skip_component(p);
    }
    while (p && *p == 'B') { /* tags of a name that is not nested */
        p = skip_component(p);
    }
    return p && *p == 'I';
}

/* Recognised by the name if no compiler recorded it. */
static bool is_template(const struct cg_graph *graph, cg_node node)
{
    struct cg_inline_info info;
    const char *name = cg_node_name(graph, node);
    if (cg_inline_info(&info, graph, node)) {
        return info.is_template;
    }
    return strncmp(name, "_Z", 2) == 0 && has_arguments(name);
}

static enum cg_cause cause_of_names(const struct question *q)
{
    const struct cg_checked_call *call = q->call;
    if (cg_node_is_virtual(q->graph, call->callee) && makes_virtual_calls(q)) {
        return CG_CAUSE_VIRTUAL;
    }
    if (is_structor(cg_node_name(q->graph, call->callee)) ||
        is_made(cg_node_name(q->graph, call->callee)) ||
        is_made(cg_node_name(q->graph, call->caller))) {
        return CG_CAUSE_CONSTRUCTOR;
    }
    return is_template(q->graph, call->caller) || is_template(q->graph, call->callee)
               ? CG_CAUSE_TEMPLATE
               : CG_CAUSE_DIRECT;
}

/* A graph with `unresolvedCalls` records for each function whether its address is taken. */
static bool may_be_taken(const struct question *q)
{
    return !cg_metadata_has(q->graph, CG_ON_NODE, q->call->caller, CG_KEY_UNRESOLVED_CALLS) ||
           cg_site_count(q->graph, q->call->callee, CG_KEY_ADDRESS_TAKEN) > 0;
}

/* Without better knowledge: the recorded place, or that of the caller. */
static void set_place(struct question *q)
{
    struct cg_checked_site *site = &q->call->site;
    struct cg_source_range range;
    if (q->file) {
        *site = (struct cg_checked_site){.file = q->file, .line = q->line, .recorded = true};
    } else if (q->call->caller != CG_NONE) {
        site->file = cg_node_origin(q->graph, q->call->caller);
        if (cg_source_range(&range, q->graph, q->call->caller)) {
            site->line = range.first_line;
            site->column = range.first_column;
        }
    }
}

static enum cg_cause cause_of_pair(struct question *q)
{
    char *type = NULL;
    if (cg_signature(&type, q->graph, q->call->callee, NULL)) {
        q->failed = true;
    }
    q->type = bare_type(type);
    q->failed |= type && !q->type;
    q->taken = may_be_taken(q);
    // A constructor has no address, whatever else is in the line.
    bool named = is_variant(cg_node_name(q->graph, q->call->callee), 'C');
    bool found = false;
    for (size_t i = 0; i < INDIRECTS && !found && !named; i++) {
        found = find_indirect(q, &indirects[i]);
    }
    found = found || (!named && find_closed(q));
    free(type);
    free(q->type);
    return found ? q->call->cause : cause_of_names(q);
}

/* The place in the graph where the library is called: the recorded one, else the first. */
static void set_entry(struct question *q, cg_edge entry)
{
    struct cg_site_list *sites = NULL;
    bool found = false;
    int status = cg_sites_read(&sites, q->graph, entry, CG_KEY_CALL_SITES, NULL);
    q->failed |= status == CG_E_MEMORY;
    for (size_t i = 0; !status && i < cg_site_list_count(sites) && !found; i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        found = !q->file || is_there(q, site);
        if (found) {
            set_site(q, site, CG_CAUSE_CALLBACK);
        }
    }
    cg_site_list_free(sites);
}

bool causes_find(const struct run *run, struct validation_call *checked,
                 const struct causes_place *place)
{
    struct cg_checked_call *call = &checked->public;
    struct question q = {
        .run = run, .graph = run->v->graph, .call = call, .file = place->file, .line = place->line};
    set_place(&q);
    if (call->verdict == CG_VERDICT_MISSING_NODE || !cg_node_has_body(q.graph, call->caller)) {
        call->cause = CG_CAUSE_NOT_COLLECTED;
    } else if (call->library) {
        call->cause = CG_CAUSE_CALLBACK;
        if (checked->entry != CG_NONE) {
            set_entry(&q, checked->entry);
        }
    } else {
        call->cause = cause_of_pair(&q);
    }
    return !q.failed;
}
