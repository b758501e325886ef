/* Attaches entries of a file to the graph. */
#include "annotate/annotate.h"

#include "base/error.h"
#include "graph/graph.h"
#include "identity/compact.h"

#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <inttypes.h>
#include <string.h>

/* Finding functions */

static void warn(const struct annotate_run *run, struct place place, const char *what,
                 const struct match_query *query)
{
    const struct cg_annotate_options *options = &run->annotator->options;
    const char *file = query->file;
    struct cg_error where;
    if (options->warn) {
        cg_fail_at(&where, CG_OK, run->scan.name, place.line, place.column, "%s '%.200s'%s%.200s",
                   what, query->name, file ? " of " : "", file ? file : "");
        options->warn(options->user, &where);
    }
}

bool annotate_find(struct annotate_run *run, cg_node *out, struct match_query *query,
                   struct place place)
{
    struct matcher *m = &run->annotator->matcher;
    query->name = run->name.bytes;
    query->file = run->file.length > 1 ? run->file.bytes : NULL;
    *out = CG_NONE;
    run->counts[CG_ANNOTATED_ENTRIES]++;
    if (!matcher_find(m, query)) {
        return scanner_fail(&run->scan, CG_E_MEMORY, "out of memory");
    }
    if (m->count == 0) {
        run->counts[CG_ANNOTATED_UNMATCHED]++;
        warn(run, place, "no function of the graph matches", query);
    } else if (m->count > 1) {
        run->counts[CG_ANNOTATED_AMBIGUOUS]++;
        warn(run, place, "several functions of the graph match", query);
    } else {
        *out = m->found[0];
    }
    return true;
}

/* Kinds */

static bool is_among(const char *key, const char *const *keys)
{
    while (*keys && strcmp(key, *keys) != 0) {
        keys++;
    }
    return *keys;
}

static const char *refusal(const char *key, const struct cg_metadata_kind *kind)
{
    static const char *const structure[] = {CG_KEY_CALL_KINDS,
                                            CG_KEY_CALL_TYPE,
                                            "edgeMetadata",
                                            CG_KEY_ENTRY_FUNCTION,
                                            CG_KEY_LINKAGE,
                                            CG_KEY_OVERRIDE_MD,
                                            NULL};
    static const char *const derived[] = {CG_KEY_CALLS_ONLY_ARGUMENTS,
                                          CG_KEY_LOADS_CODE,
                                          CG_KEY_RESOLVED_CALLS,
                                          CG_KEY_ESCAPES,
                                          CG_KEY_MISTYPED,
                                          CG_KEY_CONFINED,
                                          CG_KEY_RUNTIME,
                                          CG_KEY_AT_EXIT,
                                          CG_KEY_EXITLESS,
                                          CG_KEY_LINKED,
                                          CG_KEY_GLOBAL_LOOP_DEPTH,
                                          CG_KEY_NEVER_INSTANTIATED,
                                          CG_KEY_UNDESCRIBED,
                                          CG_KEY_RECURSION,
                                          CG_KEY_UNRESOLVED_CAUSES,
                                          NULL};
    if (is_among(key, structure)) {
        return "is part of the graph itself, not an annotation";
    }
    if (is_among(key, derived)) {
        return "is not an annotation: linking derives it";
    }
    if (kind && !(kind->places & CG_ON_NODE)) {
        return "does not belong on functions";
    }
    return NULL;
}

bool annotate_kind(struct annotate_run *run, uint32_t *out, const char *key, struct place place)
{
    struct cg_annotator *a = run->annotator;
    const struct cg_registry *registry = a->options.registry;
    struct scanner *s = &run->scan;
    uint32_t known = a->keys.count;
    *out = cg_pool_find(&a->keys, key, strlen(key));
    if (*out != CG_NO_STRING) {
        return true;
    }
    if (!*key || known == ANNOTATE_LIMIT_KINDS) {
        return *key ? scanner_fail_at(s, place, CG_E_LIMIT, "more than %u kinds of metadata",
                                      ANNOTATE_LIMIT_KINDS)
                    : scanner_fail_at(s, place, CG_E_FORMAT, "the key of a kind is empty");
    }
    struct annotate_kind kind = {.kind = registry ? cg_registry_find(registry, key) : NULL};
    const char *why_not = refusal(key, kind.kind);
    if (why_not) {
        return scanner_fail_at(s, place, CG_E_FORMAT, "\"%.200s\" %s", key, why_not);
    }
    *out = cg_pool_intern(&a->keys, key, strlen(key));
    if (*out == CG_NO_STRING) {
        return scanner_fail_at(s, place, CG_E_MEMORY, "out of memory");
    }
    kind.key = cg_pool_string(&a->keys, *out);
    kind.strategy = registry ? cg_registry_strategy(registry, key) : NULL;
    a->kinds[*out] = kind;
    return true;
}

/* Values */

/* The value before it is replaced. The index of places borrows the graph's texts, and is rebuilt
 * when needed. */
static int drop_stale(struct cg_annotator *a, size_t replaced, struct cg_error *error)
{
    a->graph->stale_bytes += replaced;
    if (!graph_is_stale(a->graph)) {
        return CG_OK;
    }
    places_free(&a->matcher.places);
    return graph_compact(a->graph) ? CG_OK : cg_fail_memory(error);
}

/* The new value: that of the entry, merged with the existing one. */
static int meet(struct cg_annotator *a, cg_node node, const struct annotate_kind *kind,
                struct cg_value *value, size_t *replaced, struct cg_error *error)
{
    const char *present = cg_metadata_get(a->graph, CG_ON_NODE, node, kind->key);
    if (!present) {
        return CG_OK;
    }
    bool defined = cg_node_has_body(a->graph, node);
    struct cg_merge_input input = {
        .a = {present, strlen(present)},
        .b = *value,
        .place = CG_ON_NODE,
        .a_defined = defined,
        .b_defined = defined,
    };
    bool same = input.a.length == value->length && memcmp(present, value->text, value->length) == 0;
    if (same && !(kind->strategy && kind->strategy->counts)) {
        return CG_OK;
    }
    cg_text_clear(&a->merged);
    int status = kind->strategy ? kind->strategy->merge(&a->merged, &input, error)
                                : cg_merge_greatest(&a->merged, &input, error);
    bool stays =
        input.a.length == a->merged.length && memcmp(present, a->merged.bytes, input.a.length) == 0;
    *replaced = stays ? 0 : input.a.length;
    *value = (struct cg_value){a->merged.bytes, a->merged.length};
    return status;
}

bool annotate_put(struct annotate_run *run, cg_node node, uint32_t number, const char *text,
                  size_t length, struct place place)
{
    struct cg_annotator *a = run->annotator;
    const struct annotate_kind *kind = &a->kinds[number];
    struct cg_error error = {.text = ""};
    struct cg_value value = {text, length};
    size_t replaced = 0;
    int status = CG_OK;
    if (kind->kind && kind->kind->check) {
        status = kind->kind->check(&value, CG_ON_NODE, &error);
    }
    status = status ? status : meet(a, node, kind, &value, &replaced, &error);
    status =
        status ? status : cg_metadata_set(a->graph, CG_ON_NODE, node, kind->key, &value, &error);
    status = status ? status : drop_stale(a, replaced, &error);
    if (status) {
        return scanner_fail_at(&run->scan, place, (enum cg_status)status,
                               "\"%.100s\" of '%.100s': %.250s", kind->key,
                               cg_node_name(a->graph, node),
                               error.text[0] ? error.text : "does not have the shape of its kind");
    }
    run->counts[CG_ANNOTATED_VALUES]++;
    run->counts[CG_ANNOTATED_FUNCTIONS] += !a->touched[node];
    a->touched[node] = true;
    return true;
}

/* Stack sizes */

bool annotate_is_stack_kind(const struct slice *text)
{
    return slice_is(text, "static") || slice_is(text, "dynamic") ||
           slice_is(text, "dynamic,bounded");
}

bool annotate_stack_size(struct annotate_run *run, struct match_query *query,
                         const struct slice *bytes, const struct slice *kind, const char *source,
                         struct place place)
{
    struct slice digits = *bytes;
    cg_node node;
    uint32_t number;
    while (digits.length > 1 && *digits.text == '0') {
        digits.text++;
        digits.length--;
    }
    cg_text_clear(&run->value);
    cg_text_add(&run->value, "{\"bytes\":");
    cg_text_put(&run->value, digits.text, digits.length);
    cg_text_add(&run->value, ",\"kind\":\"");
    cg_text_add(&run->value, slice_is(kind, "static")    ? "static"
                             : slice_is(kind, "dynamic") ? "dynamic"
                                                         : "bounded");
    cg_text_add(&run->value, "\",\"source\":\"");
    cg_text_add(&run->value, source);
    cg_text_add(&run->value, "\"}");
    if (run->value.failed) {
        return scanner_fail(&run->scan, CG_E_MEMORY, "out of memory");
    }
    return annotate_find(run, &node, query, place) &&
           (node == CG_NONE ||
            (annotate_kind(run, &number, CG_KEY_STACK_SIZE, place) &&
             annotate_put(run, node, number, run->value.bytes, run->value.length, place)));
}
