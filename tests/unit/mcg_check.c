/*
 * A strict checker of .mcg files, versions 2 and 4: whether every reader of the format can
 * understand a file. Written from the format's description; shares no code with libcg.
 *
 * mcg-check FILE...: exit 0 if all files are valid, 1 otherwise
 */
#include <jansson.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *file;
static bool failed;

__attribute__((format(printf, 1, 2))) static void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", file);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    failed = true;
}

/* Shapes */

static bool is_kind(const json_t *value, char kind)
{
    switch (kind) {
    case 's':
        return json_is_string(value);
    case 'b':
        return json_is_boolean(value);
    case 'o':
        return json_is_object(value);
    case 'a':
        return json_is_array(value);
    case 'i':
        return json_is_integer(value);
    case 'S':
        return json_is_string(value) || json_is_null(value);
    default:
        return json_is_object(value) || json_is_null(value);
    }
}

static json_t *need(const char *where, const json_t *object, const char *key, char kind)
{
    json_t *value = json_object_get(object, key);
    if (!value || !is_kind(value, kind)) {
        complain("%s: \"%s\" is missing or of the wrong type", where, key);
        return NULL;
    }
    return value;
}

/* Keys in byte order, in every object that is not inside a value this checker does not know. */
static void check_sorted(const char *where, json_t *object)
{
    const char *key, *last = NULL;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        if (last && strcmp(last, key) >= 0) {
            complain("%s: \"%s\" comes after \"%s\"", where, key, last);
        }
        last = key;
    }
}

static void check_strings(const char *where, const char *key, const json_t *array)
{
    size_t i;
    json_t *value;
    json_array_foreach(array, i, value)
    {
        if (!json_is_string(value)) {
            complain("%s: \"%s\" holds more than strings", where, key);
        }
    }
}

static bool holds(const json_t *array, const char *text)
{
    size_t i;
    json_t *value;
    json_array_foreach(array, i, value)
    {
        if (json_is_string(value) && strcmp(json_string_value(value), text) == 0) {
            return true;
        }
    }
    return false;
}

static void check_set(const char *where, const char *key, const json_t *array)
{
    size_t i;
    json_t *value;
    json_t *seen = json_object();
    json_array_foreach(array, i, value)
    {
        const char *text = json_string_value(value);
        if (text && json_object_get(seen, text)) {
            complain("%s: \"%s\" says \"%s\" twice", where, key, text);
        }
        if (text) {
            json_object_set_new(seen, text, json_true());
        }
    }
    json_decref(seen);
}

/* Metadata that MetaCG's own classes read */

static const char *const integers[] = {"numStatements", "numConditionalBranches", "loopDepth",
                                       "globalLoopDepth", "uniqueTypeMetaData"};
static const struct {
    const char *kind;
    char type;
    const char *keys[5];
} objects[] = {
    {"inlineInfo", 'b', {"isTemplate", "likelyInline", "markedAlwaysInline", "markedInline", NULL}},
    {"fileProperties", 'b', {"systemInclude", NULL}},
    {"codeStatistics", 'i', {"numVars", NULL}},
    {"numOperations",
     'i',
     {"numberOfControlFlowOps", "numberOfFloatOps", "numberOfIntOps", "numberOfMemoryAccesses",
      NULL}},
    {"overrideMD", 'a', {"overriddenBy", "overrides", NULL}},
};

static void check_known(const char *where, const json_t *meta)
{
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        if (json_object_get(meta, integers[i])) {
            need(where, meta, integers[i], 'i');
        }
    }
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        json_t *value = json_object_get(meta, objects[i].kind);
        if (value && !json_is_object(value)) {
            complain("%s: \"%s\" is no object", where, objects[i].kind);
        }
        for (size_t k = 0; json_is_object(value) && objects[i].keys[k]; k++) {
            need(where, value, objects[i].keys[k], objects[i].type);
        }
    }
}

/* Version 4 */

static void check_references(const char *where, const char *key, const json_t *array,
                             const json_t *nodes, const char *other, const char *id)
{
    size_t i;
    json_t *value;
    check_strings(where, key, array);
    check_set(where, key, array);
    json_array_foreach(array, i, value)
    {
        json_t *node =
            json_object_get(nodes, json_is_string(value) ? json_string_value(value) : "");
        json_t *meta = json_object_get(json_object_get(node, "meta"), "overrideMD");
        if (!node) {
            complain("%s: \"%s\" names no node", where, key);
        } else if (!holds(json_object_get(meta, other), id)) {
            complain("%s: \"%s\" is not mirrored in \"%s\"", where, key, other);
        }
    }
}

static void check_edge_4(const char *where, const char *callee, json_t *meta, const json_t *nodes)
{
    if (!json_object_get(nodes, callee)) {
        complain("%s: the callee \"%s\" is not defined", where, callee);
    }
    if (!json_is_object(meta)) {
        complain("%s: the edge to \"%s\" has no object", where, callee);
        return;
    }
    check_sorted(where, meta);
    json_t *type = json_object_get(meta, "callType");
    const char *word = json_string_value(type);
    if (type && !(word && (!strcmp(word, "DIRECT") || !strcmp(word, "INDIRECT") ||
                           !strcmp(word, "VIRTUAL")))) {
        complain("%s: a callType that MetaCG does not read", where);
    }
}

static void check_node_4(const char *id, json_t *node, const json_t *nodes)
{
    json_t *value, *callees;
    const char *key;
    if (!json_is_object(node)) {
        complain("%s: no object", id);
        return;
    }
    check_sorted(id, node);
    need(id, node, "functionName", 's');
    need(id, node, "hasBody", 'b');
    value = need(id, node, "origin", 'S');
    if (value && json_is_string(value) && !*json_string_value(value)) {
        complain("%s: the origin is empty, not null", id);
    }
    callees = need(id, node, "callees", 'o');
    check_sorted(id, callees);
    json_object_foreach(callees, key, value)
    {
        check_edge_4(id, key, value, nodes);
    }
    json_t *meta = need(id, node, "meta", 'o');
    check_sorted(id, meta);
    check_known(id, meta);
    value = json_object_get(meta, "overrideMD");
    if (json_is_object(value)) {
        check_sorted(id, value);
        check_references(id, "overrides", json_object_get(value, "overrides"), nodes,
                         "overriddenBy", id);
        check_references(id, "overriddenBy", json_object_get(value, "overriddenBy"), nodes,
                         "overrides", id);
    }
}

static void check_4(json_t *graph)
{
    const char *id;
    json_t *node;
    json_t *meta = need("_CG", graph, "meta", 'o'), *nodes = need("_CG", graph, "nodes", 'o');
    check_sorted("_CG.meta", meta);
    check_sorted("_CG.nodes", nodes);
    json_object_foreach(nodes, id, node)
    {
        check_node_4(id, node, nodes);
    }
    json_t *entry = json_object_get(meta, "entryFunction");
    if (entry && !(json_is_string(entry) && json_object_get(nodes, json_string_value(entry)))) {
        complain("_CG.meta: the entry function is not there");
    }
}

/* Version 2 */

static void check_mirror(const char *name, const json_t *node, const char *key, const char *other,
                         const json_t *graph)
{
    size_t i;
    json_t *value;
    json_t *array = need(name, node, key, 'a');
    check_strings(name, key, array);
    check_set(name, key, array);
    json_array_foreach(array, i, value)
    {
        json_t *there =
            json_object_get(graph, json_is_string(value) ? json_string_value(value) : "");
        if (!there) {
            complain("%s: \"%s\" names a function that is not there", name, key);
        } else if (!holds(json_object_get(there, other), name)) {
            complain("%s: \"%s\" is not mirrored in \"%s\"", name, key, other);
        }
    }
}

static void check_virtual_2(const char *name, const json_t *node)
{
    bool is_virtual = json_is_true(need(name, node, "isVirtual", 'b'));
    bool does = json_is_true(need(name, node, "doesOverride", 'b'));
    size_t bases = json_array_size(json_object_get(node, "overrides"));
    size_t derived = json_array_size(json_object_get(node, "overriddenBy"));
    if (does != (bases > 0)) {
        complain("%s: \"doesOverride\" and \"overrides\" disagree", name);
    }
    if ((bases || derived) && !is_virtual) {
        complain("%s: overrides, but is not virtual", name);
    }
}

static void check_node_2(const char *name, json_t *node, const json_t *graph)
{
    if (!json_is_object(node) || !*name) {
        complain("%s: no object, or no name", name);
        return;
    }
    check_sorted(name, node);
    need(name, node, "hasBody", 'b');
    check_mirror(name, node, "callees", "callers", graph);
    check_mirror(name, node, "callers", "callees", graph);
    check_mirror(name, node, "overrides", "overriddenBy", graph);
    check_mirror(name, node, "overriddenBy", "overrides", graph);
    check_virtual_2(name, node);
    json_t *meta = need(name, node, "meta", 'O');
    if (json_is_object(meta)) {
        check_sorted(name, meta);
        check_known(name, meta);
        json_t *properties = json_object_get(meta, "fileProperties");
        if (properties) {
            check_sorted(name, properties);
            need(name, properties, "origin", 's');
        }
        if (json_object_size(meta) == 0) {
            complain("%s: empty metadata is not null", name);
        }
        if (json_object_get(meta, "overrideMD")) {
            complain("%s: \"overrideMD\" in version 2", name);
        }
    }
}

static void check_2(json_t *graph)
{
    const char *name;
    json_t *node;
    json_object_foreach(graph, name, node)
    {
        check_node_2(name, node, graph);
    }
}

/* The envelope */

static bool is_major_minor(const char *text)
{
    size_t major = strspn(text, "0123456789");
    const char *rest = text + major;
    return major && *rest == '.' && rest[1] && rest[1 + strspn(rest + 1, "0123456789")] == 0;
}

static void check_document(json_t *root)
{
    check_sorted("top", root);
    json_t *header = need("top", root, "_MetaCG", 'o'), *graph = need("top", root, "_CG", 'o');
    json_t *generator = need("_MetaCG", header, "generator", 'o');
    json_t *version = need("_MetaCG", header, "version", 's');
    check_sorted("_MetaCG", header);
    check_sorted("generator", generator);
    check_sorted("_CG", graph);
    need("generator", generator, "name", 's');
    need("generator", generator, "sha", 's');
    json_t *tool = need("generator", generator, "version", 's');
    if (tool && !is_major_minor(json_string_value(tool))) {
        complain("the generator's version is not \"major.minor\"");
    }
    const char *format = version ? json_string_value(version) : "";
    if (strcmp(format, "4.0") == 0) {
        check_4(graph);
    } else if (strcmp(format, "2.0") == 0) {
        check_2(graph);
    } else {
        complain("version \"%s\" is neither 2.0 nor 4.0", format);
    }
}

/* Compact: no white space outside strings, and one line feed at the end. Values that are carried
 * as they were read may have white space; give --loose for files that hold such. */
static void check_compact(const char *text, size_t length)
{
    bool in_string = false;
    if (!length || text[length - 1] != '\n') {
        complain("no line feed at the end");
    }
    for (size_t i = 0; i + 1 < length; i++) {
        if (in_string && text[i] == '\\') {
            i++;
        } else if (text[i] == '"') {
            in_string = !in_string;
        } else if (!in_string && strchr(" \t\r\n", text[i])) {
            complain("white space at byte %zu", i);
            return;
        }
    }
}

static char *read_all(const char *path, size_t *length)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t capacity = 0, count;
    *length = 0;
    do {
        capacity = capacity * 2 + 4096;
        text = realloc(text, capacity);
        count = in && text ? fread(text + *length, 1, capacity - *length, in) : 0;
        *length += count;
    } while (count && *length == capacity);
    if (in && in != stdin) {
        fclose(in);
    }
    return text;
}

int main(int argc, char **argv)
{
    bool loose = argc > 1 && strcmp(argv[1], "--loose") == 0, trouble = argc < 2;
    for (int i = 1 + loose; i < argc; i++) {
        json_error_t error;
        size_t length;
        file = argv[i];
        failed = false;
        char *text = read_all(file, &length);
        json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
        if (!json_is_object(root)) {
            complain("%d:%d: %s", error.line, error.column, root ? "no object" : error.text);
        } else {
            check_document(root);
        }
        if (root && !loose) {
            check_compact(text, length);
        }
        json_decref(root);
        free(text);
        trouble |= failed;
    }
    return trouble;
}
