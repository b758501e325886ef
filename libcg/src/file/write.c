/* Writing .mcg: the envelope, the order of nodes, the output. */
#include "file/numbered.h"
#include "file/write_nodes.h"

#include "base/error.h"
#include "base/versioned_options.h"
#include "graph/graph_facts.h"

#include <errno.h>
#include <stdlib.h>

#define FLUSH_BYTES ((size_t)1 << 16)

void writer_flush(struct writer *w, bool all)
{
    bool due = w->write && (all || w->out.length >= FLUSH_BYTES);
    if (!due || w->out.failed || w->write_errno) {
        return;
    }
    if (w->out.length) {
        w->write_errno = w->write(w->user, w->out.bytes, w->out.length);
    }
    cg_text_clear(&w->out);
}

void writer_string(struct writer *w, const char *text)
{
    cg_text_add_json_string(&w->out, text, strlen(text));
}

/* As writer_node_name, to a text. */
static void writer_put_node_name(struct cg_text *out, const struct writer *w, cg_node node)
{
    if (w->version == 2) {
        cg_text_add_json_string(out, w->key[node], strlen(w->key[node]));
        return;
    }
    cg_text_add(out, "\"");
    cg_text_add_number(out, w->number[node]);
    cg_text_add(out, "\"");
}

void writer_node_name(struct writer *w, cg_node node)
{
    writer_put_node_name(&w->out, w, node);
}

/* Members */

static const struct attribute *next_attribute(const struct writer *w, uint32_t *list, bool outside)
{
    while (*list) {
        const struct attribute *attribute = &w->graph->attributes[*list - 1];
        *list = attribute->next;
        if (!(attribute->key & ATTRIBUTE_OUTSIDE) == !outside) {
            return attribute;
        }
    }
    return NULL;
}

static struct cg_value value_of(const struct writer *w, uint32_t string)
{
    return (struct cg_value){graph_string(w->graph, string),
                             cg_pool_length(&w->graph->pool, string)};
}

/* A member that this version uses in another way than the graph. */
static void refuse_member(struct writer *w, enum cg_place place, uint32_t number, const char *key)
{
    cg_fail(&w->error, CG_E_ARGUMENT, "version %d has no place for the member \"%s\" of %s%s",
            w->version, key, place == CG_ON_NODE ? "the function " : "the file",
            place == CG_ON_NODE ? cg_node_name(w->graph, number) : "");
    w->out.failed = true; /* ends the writing */
}

size_t writer_members(struct writer *w, enum cg_place place, uint32_t number, bool outside,
                      const struct fixed *fixed, size_t fixed_count)
{
    uint32_t list = graph_first_attribute(w->graph, place, number);
    const struct attribute *attribute = next_attribute(w, &list, outside);
    size_t written = 0, f = 0;
    while (attribute || f < fixed_count) {
        if (f < fixed_count && fixed[f].present && !fixed[f].present(w, number)) {
            f++;
            continue;
        }
        struct cg_value key = {0}, text = {0};
        if (attribute) {
            key = value_of(w, attribute->key & ~ATTRIBUTE_OUTSIDE);
            text = value_of(w, attribute->value);
        }
        int order = !attribute ? 1 : f == fixed_count ? -1 : strcmp(key.text, fixed[f].key);
        if (written++) {
            cg_text_put(&w->out, ",", 1);
        }
        if (order < 0) {
            cg_text_add_json_string(&w->out, key.text, key.length);
            cg_text_put(&w->out, ":", 1);
            fact_encode(&w->out, w->graph, fact_form(place, attribute->key), attribute->value);
        } else {
            if (order == 0 && outside) {
                refuse_member(w, place, number, key.text);
            }
            cg_text_put(&w->out, fixed[f].quoted, fixed[f].quoted_length);
            fixed[f++].put(w, number, order == 0 ? &text : NULL);
        }
        if (order <= 0) {
            attribute = next_attribute(w, &list, outside);
        }
    }
    return written;
}

/* Order and names */

/* Ids are decimal numbers 0 .. count-1, assigned so that their byte order, in which objects list
 * their keys, is the order of the nodes: 0, 1, 10, 11, …, 2, 20, … */
static void number_nodes(struct writer *w)
{
    uint64_t id = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        w->number[w->order[i]] = (uint32_t)id;
        if (id && id * 10 < w->count) {
            id *= 10;
            continue;
        }
        while (id % 10 == 9 || id + 1 >= w->count) {
            if (id < 10) {
                break;
            }
            id /= 10;
        }
        id++;
    }
}

struct keyed {
    const char *key;
    cg_node node;
};

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct keyed *)a)->key, ((const struct keyed *)b)->key);
}

static bool shares_name(const struct cg_graph *graph, cg_node node)
{
    return graph->chains[graph->nodes[node].name].first !=
           graph->chains[graph->nodes[node].name].last;
}

/* Offsets of "name#k" in w->numbered for nodes that share a name, SIZE_MAX for the others. */
static void build_numbered(struct writer *w, size_t *offset)
{
    uint32_t previous = CG_NO_STRING;
    uint64_t k = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        cg_node node = w->order[i];
        uint32_t name = w->graph->nodes[node].name;
        k = name == previous ? k + 1 : 0;
        previous = name;
        offset[node] = SIZE_MAX;
        if (shares_name(w->graph, node)) {
            offset[node] = w->numbered.length;
            cg_text_add(&w->numbered, graph_string(w->graph, name));
            cg_text_add(&w->numbered, "#");
            cg_text_add_number(&w->numbered, k);
            cg_text_append(&w->numbered, "", 1);
        }
    }
}

/* Whether version 2 has a function of the name that begins with `length` bytes of `name` and ends
 * in `number`. */
static bool is_listed(struct cg_text *scratch, const struct keyed *keyed, uint32_t count,
                      const char *name, size_t length, const char *number)
{
    cg_text_clear(scratch);
    cg_text_append(scratch, name, length);
    cg_text_add(scratch, number);
    cg_text_append(scratch, "", 1);
    const struct keyed wanted = {scratch->bytes, CG_NONE};
    return !scratch->failed && bsearch(&wanted, keyed, count, sizeof wanted, by_key);
}

/* Readers take "name#0" for a function named "name" if "name#1" is there as well and "name" is not.
 * That must hold for functions that share a name, and for no others. */
static int check_numbered(const struct writer *w, const struct keyed *keyed, struct cg_error *error)
{
    struct cg_text scratch = {0};
    const char *wrong = NULL;
    for (uint32_t i = 0; i < w->count && !wrong; i++) {
        const char *key = keyed[i].key;
        size_t base = numbered_base(key, strlen(key));
        bool read = base && is_listed(&scratch, keyed, w->count, key, base, "#0") &&
                    is_listed(&scratch, keyed, w->count, key, base, "#1") &&
                    !is_listed(&scratch, keyed, w->count, key, base, "");
        wrong = read != shares_name(w->graph, keyed[i].node) ? key : NULL;
    }
    int status = scratch.failed ? cg_fail_memory(error) : CG_OK;
    if (wrong && !status) {
        status = cg_fail(error, CG_E_ARGUMENT,
                         "version 2 would lose the name of a function: \"%s\" means one of several "
                         "functions that share a name; write version 4",
                         wrong);
    }
    cg_text_free(&scratch);
    return status;
}

/* Names of version 2, and the nodes in their order. */
static int name_nodes(struct writer *w, struct cg_error *error)
{
    size_t *offset = malloc(((size_t)w->count + 1) * sizeof *offset);
    struct keyed *keyed = malloc(((size_t)w->count + 1) * sizeof *keyed);
    w->key = malloc(((size_t)w->count + 1) * sizeof *w->key);
    int status = offset && keyed && w->key ? CG_OK : cg_fail_memory(error);
    if (!status) {
        build_numbered(w, offset);
        status = w->numbered.failed ? cg_fail_memory(error) : CG_OK;
    }
    for (cg_node n = 0; !status && n < w->count; n++) {
        w->key[n] =
            offset[n] == SIZE_MAX ? cg_node_name(w->graph, n) : w->numbered.bytes + offset[n];
        keyed[n] = (struct keyed){w->key[n], n};
    }
    if (!status) {
        qsort(keyed, w->count, sizeof *keyed, by_key);
    }
    for (uint32_t i = 0; !status && i < w->count; i++) {
        w->order[i] = keyed[i].node;
        if (i && strcmp(keyed[i - 1].key, keyed[i].key) == 0) {
            status = cg_fail(error, CG_E_ARGUMENT,
                             "version 2 cannot distinguish the functions it would name \"%s\"",
                             keyed[i].key);
        }
    }
    status = status ? status : check_numbered(w, keyed, error);
    free(offset);
    free(keyed);
    return status;
}

/* A node kind that version 2 would read as the metadata of edges. */
static int check_edge_metadata(const struct writer *w, struct cg_error *error)
{
    for (cg_node n = 0; n < w->count; n++) {
        if (cg_metadata_has(w->graph, CG_ON_NODE, n, "edgeMetadata")) {
            return cg_fail(error, CG_E_ARGUMENT,
                           "version 2 has no place for the metadata \"edgeMetadata\" of \"%s\"",
                           cg_node_name(w->graph, n));
        }
    }
    return CG_OK;
}

/* Before the header states the version, readers distinguish the function "nodes" of version 2 from
 * the nodes of version 4 by its first member: `callees`, or one that sorts before it. */
static int check_function_nodes(const struct writer *w, struct cg_error *error)
{
    cg_node node = cg_graph_find(w->graph, "nodes");
    uint32_t list = node == CG_NONE ? 0 : graph_first_attribute(w->graph, CG_ON_NODE, node);
    const struct attribute *first = next_attribute(w, &list, true);
    const char *key = first ? graph_string(w->graph, first->key & ~ATTRIBUTE_OUTSIDE) : NULL;
    if (!key || strcmp(key, "callees") > 0) {
        return CG_OK;
    }
    return cg_fail(error, CG_E_ARGUMENT,
                   "version 2 has no place for the member \"%s\" of the function \"nodes\"", key);
}

static int arrange(struct writer *w, struct cg_error *error)
{
    int status = cg_graph_canonical_order(&w->order, w->graph, error);
    if (!status && w->version == 2) {
        status = check_edge_metadata(w, error);
        status = status ? status : check_function_nodes(w, error);
    }
    if (!status && w->version == 2) {
        status = name_nodes(w, error);
    }
    w->rank = malloc(((size_t)w->count + 1) * sizeof *w->rank);
    w->number = malloc(((size_t)w->count + 1) * sizeof *w->number);
    if (status || !w->rank || !w->number) {
        return status ? status : cg_fail_memory(error);
    }
    for (uint32_t i = 0; i < w->count; i++) {
        w->rank[w->order[i]] = i;
    }
    number_nodes(w);
    if (!writer_sort_edges(w)) {
        return cg_fail_memory(error);
    }
    w->call_type = cg_pool_find(&w->graph->pool, "callType", 8);
    return CG_OK;
}

/* The envelope */

static bool has_entry(const struct writer *w, uint32_t number)
{
    (void)number;
    return w->graph->entry != CG_NONE;
}

static void put_entry(struct writer *w, uint32_t number, const struct cg_value *text)
{
    (void)number;
    (void)text;
    writer_node_name(w, w->graph->entry);
}

static void put_graph_meta(struct writer *w, uint32_t number, const struct cg_value *text)
{
    (void)number;
    (void)text;
    static const struct fixed members[] = {FIXED("entryFunction", has_entry, put_entry)};
    cg_text_add(&w->out, "{");
    writer_members(w, CG_ON_GRAPH, 0, false, members, 1);
    cg_text_add(&w->out, "}");
}

static void put_nodes(struct writer *w)
{
    cg_text_add(&w->out, "{");
    writer_nodes(w);
    cg_text_add(&w->out, "}");
}

static void put_cg(struct writer *w, uint32_t number, const struct cg_value *text)
{
    (void)text;
    if (w->version == 2) {
        put_nodes(w);
        return;
    }
    cg_text_add(&w->out, "{\"meta\":");
    put_graph_meta(w, number, NULL);
    cg_text_add(&w->out, ",\"nodes\":");
    put_nodes(w);
    cg_text_add(&w->out, "}");
}

static bool needs_cg_meta(const struct writer *w, uint32_t number)
{
    struct cg_metadata_walk walk = {0};
    return w->version == 2 &&
           (has_entry(w, number) || cg_metadata_next(&walk, w->graph, CG_ON_GRAPH, 0));
}

static void put_header(struct writer *w, uint32_t number, const struct cg_value *text)
{
    (void)number;
    (void)text;
    cg_text_add(&w->out, "{\"generator\":{\"name\":\"libcg\",\"sha\":\"\",\"version\":\"0.1\"},"
                         "\"version\":");
    cg_text_add(&w->out, w->version == 2 ? "\"2.0\"}" : "\"4.0\"}");
}

static void put_document(struct writer *w)
{
    static const struct fixed members[] = {
        FIXED("_CG", NULL, put_cg),
        FIXED("_CGMeta", needs_cg_meta, put_graph_meta),
        FIXED("_MetaCG", NULL, put_header),
    };
    cg_text_add(&w->out, "{");
    writer_members(w, CG_ON_GRAPH, 0, true, members, 3);
    cg_text_add(&w->out, "}\n");
    writer_flush(w, true);
}

static void free_writer(struct writer *w)
{
    cg_text_free(&w->out);
    cg_text_free(&w->numbered);
    free(w->order);
    free(w->rank);
    free(w->number);
    free(w->key);
    free(w->out_start);
    free(w->out_edges);
    free(w->in_start);
    free(w->in_edges);
    free(w->bases);
    free(w->derived);
}

/* The result of writing. */
static int outcome(const struct writer *w, struct cg_error *error)
{
    if (w->error.status) {
        return cg_fail(error, w->error.status, "%s", w->error.text);
    }
    if (w->write_errno) {
        return cg_fail(error, CG_E_IO, "cannot write: %s", strerror(w->write_errno));
    }
    return w->out.failed ? cg_fail_memory(error) : CG_OK;
}

int cg_write(const struct cg_graph *graph, cg_write_function *write, void *user,
             const struct cg_write_options *options, struct cg_error *error)
{
    struct cg_write_options own = CG_WRITE_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_write_options, error);
    if (status) {
        return status;
    }
    struct writer w = {.graph = graph,
                       .version = own.mcg_version,
                       .jobs = own.jobs,
                       .write = write,
                       .user = user,
                       .count = graph->node_count};
    if (w.version != 2 && w.version != 4) {
        return cg_fail(error, CG_E_ARGUMENT, "version %d cannot be written: 2 and 4 can",
                       w.version);
    }
    status = arrange(&w, error);
    if (!status) {
        put_document(&w);
        status = outcome(&w, error);
    }
    free_writer(&w);
    return status;
}
