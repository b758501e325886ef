/*
 * Reading .mcg, all versions, in one pass.
 *
 * The versions differ in how they name nodes: 4 by ids of the file, 1 and 2 by function names.
 * MetaCG writes the header, which states the version, after the nodes. So the reader infers the
 * layout from the shape of the nodes and checks it against the header when that comes.
 */
#include "file/graph_reader.h"

#include "base/error.h"
#include "base/versioned_options.h"
#include "strings/digits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

bool reader_out_of_memory(struct reader *r)
{
    return scanner_fail(&r->scan, CG_E_MEMORY, "out of memory");
}

uint32_t reader_intern(struct reader *r, const char *text, size_t length)
{
    uint32_t string = cg_pool_intern(&r->graph->pool, text, length);
    if (string == CG_NO_STRING) {
        reader_out_of_memory(r);
    }
    return string;
}

/* The header */

static int parse_version(const struct slice *text)
{
    static const char *const known[] = {"1", "1.0", "2", "2.0", "3", "3.0", "4", "4.0"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (slice_is(text, known[i])) {
            return known[i][0] - '0';
        }
    }
    return 0;
}

static bool read_version(struct reader *r)
{
    struct place place = scanner_place(&r->scan);
    struct slice text;
    if (!scanner_name(&r->scan, &r->scratch, &text)) {
        return false;
    }
    r->version = parse_version(&text);
    if (r->version == 3) {
        return scanner_fail_at(&r->scan, place, CG_E_FORMAT,
                               "format version 3 is not supported: convert it to version 4 with "
                               "cgconvert of MetaCG 0.8");
    }
    if (r->version != 2 && r->version != 4) {
        return scanner_fail_at(&r->scan, place, CG_E_FORMAT,
                               "format version \"%.*s\" is not supported: 2 and 4 are",
                               (int)(text.length < 40 ? text.length : 40), text.text);
    }
    return true;
}

static bool read_generator(struct reader *r)
{
    bool first = true, name = false, version = false;
    struct slice key, value;
    struct place place = scanner_place(&r->scan);
    if (!scanner_expect(&r->scan, '{', "the generator's object")) {
        return false;
    }
    while (scanner_next_key(&r->scan, &first, &r->scratch, &key)) {
        bool is_name = slice_is(&key, "name"), is_version = slice_is(&key, "version");
        if (!(is_name || is_version ? scanner_string(&r->scan, &value)
                                    : scanner_value(&r->scan, &value))) {
            return false;
        }
        name |= is_name;
        version |= is_version;
    }
    if (!r->scan.status && !(name && version)) {
        scanner_fail_at(&r->scan, place, CG_E_FORMAT, "the generator lacks its %s",
                        name ? "version" : "name");
    }
    return !r->scan.status;
}

static bool read_header(struct reader *r)
{
    bool first = true, generator = false;
    struct slice key, ignored;
    r->header_place = scanner_place(&r->scan);
    if (!scanner_expect(&r->scan, '{', "the header's object")) {
        return false;
    }
    while (scanner_next_key(&r->scan, &first, &r->scratch, &key)) {
        bool is_version = slice_is(&key, "version"), is_generator = slice_is(&key, "generator");
        bool ok;
        scanner_peek(&r->scan); /* this may move the window under the key */
        if (is_version) {
            ok = read_version(r);
        } else if (is_generator) {
            ok = generator = read_generator(r);
        } else {
            ok = scanner_value(&r->scan, &ignored);
        }
        if (!ok) {
            return false;
        }
    }
    if (!r->scan.status && !(r->version && generator)) {
        scanner_fail_at(&r->scan, r->header_place, CG_E_FORMAT, "the header lacks its %s",
                        generator ? "version" : "generator");
    }
    return !r->scan.status;
}

/* The places of nodes */

static bool read_nodes(struct reader *r, bool first)
{
    struct slice key;
    while (scanner_next_key(&r->scan, &first, &r->scratch, &key)) {
        if (!read_node(r, &key)) {
            return false;
        }
    }
    return !r->scan.status;
}

static bool read_v4_nodes(struct reader *r)
{
    r->layout = LAYOUT_4;
    if (r->has_nodes) {
        return scanner_fail(&r->scan, CG_E_FORMAT, "a second object of nodes");
    }
    r->has_nodes = true;
    return scanner_expect(&r->scan, '{', "the object of nodes") && read_nodes(r, true);
}

/* "nodes" while the layout is unknown: the object of nodes of version 4, or a function of version 2
 * with this name. The first member of the former is an object, or an error if its id is a number;
 * in the latter only `meta` can be an object, and writers put `callees` before it. */
static bool read_ambiguous_nodes(struct reader *r, const struct slice *key)
{
    if (r->version == 4 || r->layout == LAYOUT_4) {
        return read_v4_nodes(r);
    }
    if (r->version == 2 || r->layout == LAYOUT_2) {
        return read_node(r, key);
    }
    struct slice inner;
    bool first = true;
    if (!scanner_expect(&r->scan, '{', "the object of nodes")) {
        return false;
    }
    if (!scanner_next_key(&r->scan, &first, &r->scratch, &inner)) {
        r->layout = LAYOUT_4;
        r->has_nodes = true;
        return !r->scan.status;
    }
    /* Looking ahead may move the window under the key. */
    if (!reader_hold_key(r, &inner)) {
        return false;
    }
    bool is_id = inner.length && cg_is_digit(inner.text[0]);
    r->layout = scanner_peek(&r->scan) == '{' || is_id ? LAYOUT_4 : LAYOUT_2;
    if (r->layout == LAYOUT_2) {
        return read_node_from(r, "nodes", &inner);
    }
    r->has_nodes = true;
    return read_node(r, &inner) && read_nodes(r, false);
}

static bool hold_meta(struct reader *r)
{
    struct slice value;
    if (r->held_meta.length) {
        return scanner_fail(&r->scan, CG_E_FORMAT, "a second \"meta\"");
    }
    scanner_peek(&r->scan);
    r->held_place = scanner_place(&r->scan);
    if (!scanner_wrapped_value(&r->scan, &value)) {
        return false;
    }
    cg_text_append(&r->held_meta, value.text, value.length);
    return !r->held_meta.failed || reader_out_of_memory(r);
}

/* Metadata of the graph: `_CG.meta`, or `_CGMeta` in version 2. */
static bool read_whole_meta(struct reader *r)
{
    if (r->has_meta) {
        return scanner_fail(&r->scan, CG_E_FORMAT, "a second value for the graph's metadata");
    }
    r->has_meta = true;
    return read_graph_meta(r);
}

static bool read_cg_member(struct reader *r, const struct slice *key)
{
    bool is_meta = slice_is(key, "meta"), is_nodes = slice_is(key, "nodes");
    if (is_nodes) {
        return read_ambiguous_nodes(r, key);
    }
    if (is_meta && (r->version == 4 || r->layout == LAYOUT_4)) {
        return read_whole_meta(r);
    }
    if (is_meta && r->version != 2 && r->layout == LAYOUT_OPEN) {
        return hold_meta(r);
    }
    return read_node(r, key);
}

static bool read_cg(struct reader *r)
{
    bool first = true;
    struct slice key;
    r->has_cg = true;
    if (r->version) {
        r->layout = r->version == 2 ? LAYOUT_2 : LAYOUT_4;
    }
    if (!scanner_expect(&r->scan, '{', "the object of the graph")) {
        return false;
    }
    while (scanner_next_key(&r->scan, &first, &r->scratch, &key)) {
        if (!read_cg_member(r, &key)) {
            return false;
        }
    }
    return !r->scan.status;
}

/* An unknown key: a function of version 1, or a member to keep. */
static bool read_top_unknown(struct reader *r, const struct slice *key)
{
    static const char *const v1_keys[] = {"callees",      "parents",      "isVirtual",
                                          "hasBody",      "doesOverride", "overriddenFunctions",
                                          "overriddenBy", "numStatements"};
    cg_text_clear(&r->top_key);
    cg_text_append(&r->top_key, key->text, key->length);
    cg_text_append(&r->top_key, "", 1);
    if (r->top_key.failed) {
        return reader_out_of_memory(r);
    }
    uint32_t name = reader_intern(r, r->top_key.bytes, r->top_key.length - 1);
    if (name == CG_NO_STRING || scanner_peek(&r->scan) != '{') {
        return name != CG_NO_STRING && read_raw(r, CG_ON_GRAPH, 0, name | ATTRIBUTE_OUTSIDE);
    }
    struct slice inner;
    bool first = true;
    struct place place = scanner_place(&r->scan);
    r->scan.keep = r->scan.at++;
    if (scanner_next_key(&r->scan, &first, &r->scratch, &inner)) {
        for (size_t i = 0; i < sizeof v1_keys / sizeof *v1_keys; i++) {
            if (slice_is(&inner, v1_keys[i]) && (r->has_cg || r->version)) {
                return scanner_fail_at(&r->scan, place, CG_E_FORMAT, "a function outside \"_CG\"");
            }
            if (slice_is(&inner, v1_keys[i])) {
                r->scan.keep = NULL;
                r->layout = LAYOUT_1;
                return read_node_from(r, r->top_key.bytes, &inner);
            }
        }
        scanner_finish_object(&r->scan);
    }
    struct slice raw = {r->scan.keep, (size_t)(r->scan.at - r->scan.keep), false};
    r->scan.keep = NULL;
    return !r->scan.status && set_raw(r, CG_ON_GRAPH, 0, name | ATTRIBUTE_OUTSIDE, &raw, place);
}

static bool read_top_member(struct reader *r, const struct slice *key)
{
    struct place place = scanner_place(&r->scan);
    if (slice_is(key, "_MetaCG")) {
        return r->version ? scanner_fail_at(&r->scan, place, CG_E_FORMAT, "a second header")
                          : read_header(r);
    }
    if (slice_is(key, "_CG")) {
        return r->has_cg ? scanner_fail_at(&r->scan, place, CG_E_FORMAT, "a second graph")
                         : read_cg(r);
    }
    if (slice_is(key, "_CGMeta")) {
        return read_whole_meta(r);
    }
    return read_top_unknown(r, key);
}

/* Nodes are used but not defined, or the parts do not match. */
static bool check_whole(struct reader *r)
{
    struct scanner *s = &r->scan;
    if (r->layout == LAYOUT_1 && (r->has_cg || r->version)) {
        return scanner_fail(s, CG_E_FORMAT, "functions outside \"_CG\"");
    }
    if (r->layout != LAYOUT_1 && !(r->has_cg && r->version)) {
        return scanner_fail(s, CG_E_FORMAT, "no %s: this is not an .mcg file",
                            r->version ? "\"_CG\"" : "\"_MetaCG\" header");
    }
    bool fits = r->layout == LAYOUT_OPEN || r->layout == LAYOUT_1 ||
                (r->layout == LAYOUT_2) == (r->version == 2);
    if (!fits) {
        return scanner_fail_at(
            s, r->header_place, CG_E_FORMAT,
            "the header states version %d, but the nodes have the layout of version %d", r->version,
            r->layout == LAYOUT_2 ? 2 : 4);
    }
    return true;
}

static bool read_held_meta(struct reader *r)
{
    if (!r->held_meta.length) {
        return true;
    }
    struct scanner outer = r->scan;
    bool ok = scanner_init(&r->scan, -1, r->held_meta.bytes, r->held_meta.length, outer.name,
                           outer.error);
    r->scan.line = r->held_place.line;
    r->scan.line_offset = 1 - (uint64_t)r->held_place.column;
    struct slice key = {"meta", 4, false};
    bool is_node = r->version == 2;
    r->layout = is_node ? LAYOUT_2 : LAYOUT_4;
    if (!is_node && r->has_meta) {
        ok = scanner_fail(&r->scan, CG_E_FORMAT, "a second value for the graph's metadata");
    }
    ok = ok && (is_node ? read_node(r, &key) : read_graph_meta(r));
    scanner_free(&r->scan);
    outer.status = r->scan.status;
    r->scan = outer;
    return ok;
}

static void read_document(struct reader *r)
{
    struct scanner *s = &r->scan;
    bool first = true;
    struct slice key;
    if (scanner_peek(s) < 0 && !s->status) {
        scanner_fail(s, CG_E_FORMAT, "the input is empty");
        return;
    }
    if (!scanner_expect(s, '{', "'{'")) {
        return;
    }
    while (scanner_next_key(s, &first, &r->scratch, &key)) {
        if (!read_top_member(r, &key)) {
            return;
        }
    }
    if (!s->status && scanner_at_end(s) && check_whole(r) && read_held_meta(r)) {
        reader_finish(r);
    }
}

static void free_reader(struct reader *r)
{
    scanner_free(&r->scan);
    cg_pool_free(&r->ids);
    cg_text_free(&r->scratch);
    cg_text_free(&r->inner_scratch);
    cg_text_free(&r->held_meta);
    cg_text_free(&r->held_node);
    cg_text_free(&r->top_key);
    cg_text_free(&r->entry);
    free(r->dense_nodes);
    free(r->id_nodes);
    free(r->facts);
    free(r->seen_by);
    free(r->listed);
    free(r->edge_texts);
    habits_free(&r->node_habits);
    habits_free(&r->edge_habits);
    habits_free(&r->graph_habits);
    reader_kinds_free(&r->kinds);
}

/* Where a graph is read from. */
struct source {
    int fd; /**< -1: from memory */
    const void *data;
    size_t length;
    const char *name;
};

static int read_graph(struct cg_graph **out, const struct source *from,
                      const struct cg_read_options *options, struct cg_error *error)
{
    struct reader r = {.options = CG_READ_OPTIONS_INIT};
    struct cg_error ignored;
    error = error ? error : &ignored;
    int status = OPTIONS_TAKE(&r.options, options, cg_read_options, error);
    status = status ? status : cg_graph_new(&r.graph, error);
    if (status) {
        return status;
    }
    if (scanner_init(&r.scan, from->fd, from->data, from->length, from->name, error) &&
        cg_pool_init(&r.ids) && reader_intern_keys(&r)) {
        read_document(&r);
    } else {
        reader_out_of_memory(&r);
    }
    free_reader(&r);
    if (r.scan.status) {
        cg_graph_free(r.graph);
        return r.scan.status;
    }
    *out = r.graph;
    return CG_OK;
}

int cg_read_fd(struct cg_graph **out, int fd, const char *name,
               const struct cg_read_options *options, struct cg_error *error)
{
    if (fd < 0) { /* -1 means memory in the functions below */
        return cg_fail_at(error, CG_E_IO, name, 0, 0, "cannot read: %s", strerror(EBADF));
    }
    return read_graph(out, &(struct source){.fd = fd, .name = name}, options, error);
}

int cg_read_memory(struct cg_graph **out, const void *data, size_t length, const char *name,
                   const struct cg_read_options *options, struct cg_error *error)
{
    const struct source memory = {.fd = -1, .data = data, .length = length, .name = name};
    return read_graph(out, &memory, options, error);
}

int cg_read_file(struct cg_graph **out, const char *path, const struct cg_read_options *options,
                 struct cg_error *error)
{
    if (path[0] == '-' && !path[1]) {
        return cg_read_fd(out, STDIN_FILENO, "<stdin>", options, error);
    }
    if (!*path) {
        return cg_fail(error, CG_E_IO, "the name of the graph is empty");
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return cg_fail_at(error, CG_E_IO, path, 0, 0, "cannot open: %s", strerror(errno));
    }
    int status = cg_read_fd(out, fd, path, options, error);
    close(fd);
    return status;
}
