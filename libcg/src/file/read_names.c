/* Maps names and ids in the file to nodes, and reads lists of them. */
#include "file/graph_reader.h"

#include "base/memory.h"
#include "strings/digits.h"

#include <stdlib.h>
#include <string.h>

static struct node_fact *fact_of(struct reader *r, cg_node node)
{
    size_t old = r->fact_capacity, old_seen = r->seen_capacity;
    if (!cg_grow(&r->facts, &r->fact_capacity, (size_t)node + 1, sizeof *r->facts) ||
        !cg_grow(&r->seen_by, &r->seen_capacity, (size_t)node + 1, sizeof *r->seen_by)) {
        reader_out_of_memory(r);
        return NULL;
    }
    if (old != r->fact_capacity) {
        memset(r->facts + old, 0, (r->fact_capacity - old) * sizeof *r->facts);
    }
    if (old_seen != r->seen_capacity) {
        memset(r->seen_by + old_seen, 0, (r->seen_capacity - old_seen) * sizeof *r->seen_by);
    }
    return &r->facts[node];
}

static cg_node new_node(struct reader *r, uint32_t name)
{
    cg_node node = graph_new_node(r->graph, name);
    struct node_fact *fact = node == CG_NONE ? NULL : fact_of(r, node);
    if (!fact) {
        scanner_fail(&r->scan, CG_E_MEMORY, "out of memory, or too many functions");
        return CG_NONE;
    }
    struct place place = scanner_place(&r->scan);
    fact->line = (unsigned)place.line;
    fact->column = (unsigned)place.column;
    return node;
}

static cg_node node_of_string(struct reader *r, uint32_t string)
{
    struct cg_graph *graph = r->graph;
    if (string == CG_NO_STRING) {
        reader_out_of_memory(r);
        return CG_NONE;
    }
    if (string < graph->chain_capacity && graph->chains[string].first) {
        return graph->chains[string].first - 1;
    }
    return new_node(r, string);
}

static cg_node node_by_name(struct reader *r, const struct slice *name)
{
    return node_of_string(r, cg_pool_intern(&r->graph->pool, name->text, name->length));
}

/* Ids are nearly always the numbers 0 .. count-1: those index an array. The array grows only in
 * proportion to the number of nodes, so that an id of 999999999 does not cost gigabytes; larger
 * ids, and those that are not numbers, are in a pool. */
static bool dense_id(const struct reader *r, const struct slice *id, size_t *number)
{
    uint64_t value;
    if ((id->length > 1 && id->text[0] == '0') ||
        !cg_read_digits(&value, id->text, id->length,
                        65535 + 16 * (uint64_t)r->graph->node_count)) {
        return false;
    }
    *number = (size_t)value;
    return true;
}

/* Entry of an array of nodes that grows on demand; NULL after failing. */
static cg_node *entry(struct reader *r, cg_node **nodes, size_t *capacity, size_t i)
{
    size_t old = *capacity;
    if (!cg_grow(nodes, capacity, i + 1, sizeof **nodes)) {
        reader_out_of_memory(r);
        return NULL;
    }
    if (old != *capacity) {
        memset(*nodes + old, 0xff, (*capacity - old) * sizeof **nodes);
    }
    return &(*nodes)[i];
}

static cg_node *looked_up_id(struct reader *r, const struct slice *id)
{
    uint32_t string = cg_pool_intern(&r->ids, id->text, id->length);
    if (string == CG_NO_STRING) {
        reader_out_of_memory(r);
        return NULL;
    }
    return entry(r, &r->id_nodes, &r->id_capacity, string);
}

static cg_node node_by_id(struct reader *r, const struct slice *id)
{
    size_t number;
    bool dense = dense_id(r, id, &number);
    cg_node *found =
        dense ? entry(r, &r->dense_nodes, &r->dense_capacity, number) : looked_up_id(r, id);
    if (!found) {
        return CG_NONE;
    }
    if (dense && *found == CG_NONE && r->ids.count) {
        /* It may have come while the array was too short for it. */
        uint32_t string = cg_pool_find(&r->ids, id->text, id->length);
        *found = string == CG_NO_STRING ? CG_NONE : r->id_nodes[string];
    }
    if (*found == CG_NONE) {
        *found = new_node(r, CG_NO_STRING);
    }
    return *found;
}

cg_node reader_node(struct reader *r, const struct slice *id)
{
    return r->layout == LAYOUT_4 ? node_by_id(r, id) : node_by_name(r, id);
}

/* Names of a list that wait to be looked up together. Each look-up in a large graph misses the
 * cache twice; a batch overlaps the misses. */
#define BATCH 16u
struct batch {
    unsigned count;
    size_t start[BATCH]; /**< from scan.keep */
    size_t length[BATCH];
    uint32_t hash[BATCH];
};

static bool flush_batch(struct reader *r, struct batch *batch, take_node *take, cg_node node)
{
    struct cg_pool *pool = &r->graph->pool;
    const char *base = r->scan.keep;
    bool ok = true;
    for (unsigned i = 0; i < batch->count; i++) {
        cg_pool_prefetch_bytes(pool, batch->hash[i]);
    }
    for (unsigned i = 0; i < batch->count && ok; i++) {
        uint32_t string =
            cg_pool_intern_hashed(pool, batch->hash[i], base + batch->start[i], batch->length[i]);
        cg_node element = node_of_string(r, string);
        ok = element != CG_NONE && take(r, node, element);
    }
    batch->count = 0;
    r->scan.keep = NULL;
    return ok;
}

static void add_to_batch(struct reader *r, struct batch *batch, const struct slice *name)
{
    const struct cg_pool *pool = &r->graph->pool;
    unsigned i = batch->count++;
    if (!i) {
        r->scan.keep = name->text;
    }
    batch->start[i] = (size_t)(name->text - r->scan.keep);
    batch->length[i] = name->length;
    batch->hash[i] = cg_pool_hash(pool, name->text, name->length);
    cg_pool_prefetch(pool, batch->hash[i]);
}

/* The elements of an array of names, its bracket taken. */
static bool read_names(struct reader *r, take_node *take, cg_node node)
{
    struct batch batch;
    struct slice name;
    bool first = true;
    batch.count = 0;
    while (scanner_next(&r->scan, &first, ']')) {
        if (!scanner_name(&r->scan, &r->inner_scratch, &name)) {
            return false;
        }
        bool decoded = name.text == r->inner_scratch.bytes;
        if ((decoded || batch.count == BATCH) && !flush_batch(r, &batch, take, node)) {
            return false;
        }
        if (decoded) {
            cg_node element = node_by_name(r, &name);
            if (element == CG_NONE || !take(r, node, element)) {
                return false;
            }
        } else {
            add_to_batch(r, &batch, &name);
        }
    }
    return flush_batch(r, &batch, take, node) && !r->scan.status;
}

static bool read_ids(struct reader *r, take_node *take, cg_node node)
{
    struct slice id;
    bool first = true;
    while (scanner_next(&r->scan, &first, ']')) {
        cg_node element =
            scanner_name(&r->scan, &r->inner_scratch, &id) ? node_by_id(r, &id) : CG_NONE;
        if (element == CG_NONE || !take(r, node, element)) {
            return false;
        }
    }
    return !r->scan.status;
}

bool read_node_list(struct reader *r, const char *what, take_node *take, cg_node node)
{
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status || !scanner_expect(&r->scan, '[', what)) {
        return false;
    }
    return r->layout == LAYOUT_4 ? read_ids(r, take, node) : read_names(r, take, node);
}
