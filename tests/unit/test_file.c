/* Files: reading, writing, and that nothing is lost on the way. */
#include "model.h"

#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define WINDOW 262144
#define RANDOM_GRAPHS 4000

#define HEADER(version)                                                                            \
    "\"_MetaCG\":{\"generator\":{\"name\":\"libcg\",\"sha\":\"\",\"version\":\"0.1\"},"            \
    "\"version\":\"" version "\"}"

/* The examples that come with the description of the format. */
static const char example_4[] =
    "{\"_CG\":{\"meta\":{\"entryFunction\":\"0\"},\n"
    " \"nodes\":{\n"
    "  "
    "\"0\":{\"callees\":{\"1\":{},\"2\":{\"callType\":\"INDIRECT\"}},\"functionName\":\"main\","
    "\"hasBody\":true,\n"
    "       "
    "\"meta\":{\"fileProperties\":{\"systemInclude\":false},\"loopCallDepth\":{\"_"
    "ZN5Shape4areaEv\":1},\"loopDepth\":1,\"numStatements\":4},\n"
    "       \"origin\":\"src/app.cpp\"},\n"
    "  \"1\":{\"callees\":{},\"functionName\":\"_ZN5Shape4areaEv\",\"hasBody\":false,\n"
    "       "
    "\"meta\":{\"overrideMD\":{\"overriddenBy\":[\"2\"],\"overrides\":[]}},\"origin\":\"src/"
    "shape.h\"},\n"
    "  \"2\":{\"callees\":{\"3\":{}},\"functionName\":\"_ZN6Circle4areaEv\",\"hasBody\":true,\n"
    "       "
    "\"meta\":{\"overrideMD\":{\"overriddenBy\":[],\"overrides\":[\"1\"]}},\"origin\":\"src/"
    "circle.cpp\"},\n"
    "  "
    "\"3\":{\"callees\":{\"3\":null},\"functionName\":\"clampf\",\"hasBody\":true,\"meta\":null,"
    "\"origin\":\"src/util.c\"},\n"
    "  "
    "\"4\":{\"callees\":{},\"functionName\":\"clampf\",\"hasBody\":true,\"meta\":{},\"origin\":"
    "null}}},\n"
    " \"_MetaCG\":{\"generator\":{\"name\":\"demo\",\"sha\":\"\",\"version\":\"0.1\"},\"version\":"
    "\"4.0\"}}\n";

static const char example_4_as_4[] =
    "{\"_CG\":{\"meta\":{\"entryFunction\":\"4\"},\"nodes\":{"
    "\"0\":{\"callees\":{},\"functionName\":\"_ZN5Shape4areaEv\",\"hasBody\":false,\"meta\":{"
    "\"overrideMD\":{\"overriddenBy\":[\"1\"],\"overrides\":[]}},\"origin\":\"src/shape.h\"},"
    "\"1\":{\"callees\":{\"3\":{}},\"functionName\":\"_ZN6Circle4areaEv\",\"hasBody\":true,"
    "\"meta\":{\"overrideMD\":{\"overriddenBy\":[],\"overrides\":[\"0\"]}},\"origin\":\"src/"
    "circle.cpp\"},"
    "\"2\":{\"callees\":{},\"functionName\":\"clampf\",\"hasBody\":true,\"meta\":{},\"origin\":"
    "null},"
    "\"3\":{\"callees\":{\"3\":{}},\"functionName\":\"clampf\",\"hasBody\":true,\"meta\":{},"
    "\"origin\":\"src/util.c\"},"
    "\"4\":{\"callees\":{\"0\":{},\"1\":{\"callType\":\"INDIRECT\"}},\"functionName\":\"main\","
    "\"hasBody\":true,"
    "\"meta\":{\"fileProperties\":{\"systemInclude\":false},\"loopCallDepth\":{\"_"
    "ZN5Shape4areaEv\":1},\"loopDepth\":1,\"numStatements\":4},\"origin\":\"src/"
    "app.cpp\"}}}," HEADER("4.0") "}\n";

static const char example_4_as_2[] =
    "{\"_CG\":{"
    "\"_ZN5Shape4areaEv\":{\"callees\":[],\"callers\":[\"main\"],\"doesOverride\":false,"
    "\"hasBody\":false,\"isVirtual\":true,\"meta\":{\"fileProperties\":{\"_CGProperties\":[],"
    "\"origin\":\"src/"
    "shape.h\",\"systemInclude\":false}},\"overriddenBy\":[\"_ZN6Circle4areaEv\"],\"overrides\":[]}"
    ","
    "\"_ZN6Circle4areaEv\":{\"callees\":[\"clampf#1\"],\"callers\":[\"main\"],\"doesOverride\":"
    "true,\"hasBody\":true,\"isVirtual\":true,\"meta\":{\"fileProperties\":{\"_CGProperties\":[],"
    "\"origin\":\"src/"
    "circle.cpp\",\"systemInclude\":false}},\"overriddenBy\":[],\"overrides\":[\"_"
    "ZN5Shape4areaEv\"]},"
    "\"clampf#0\":{\"callees\":[],\"callers\":[],\"doesOverride\":false,\"hasBody\":true,"
    "\"isVirtual\":false,\"meta\":null,\"overriddenBy\":[],\"overrides\":[]},"
    "\"clampf#1\":{\"callees\":[\"clampf#1\"],\"callers\":[\"_ZN6Circle4areaEv\",\"clampf#1\"],"
    "\"doesOverride\":false,\"hasBody\":true,\"isVirtual\":false,\"meta\":{\"fileProperties\":{\"_"
    "CGProperties\":[],"
    "\"origin\":\"src/util.c\",\"systemInclude\":false}},\"overriddenBy\":[],\"overrides\":[]},"
    "\"main\":{\"callees\":[\"_ZN5Shape4areaEv\",\"_ZN6Circle4areaEv\"],\"callers\":[],"
    "\"doesOverride\":false,\"hasBody\":true,\"isVirtual\":false,"
    "\"meta\":{\"edgeMetadata\":{\"_ZN6Circle4areaEv\":{\"callType\":\"INDIRECT\"}},"
    "\"fileProperties\":{\"origin\":\"src/"
    "app.cpp\",\"systemInclude\":false},\"loopCallDepth\":{\"_ZN5Shape4areaEv\":1},\"loopDepth\":1,"
    "\"numStatements\":4},\"overriddenBy\":[],\"overrides\":[]}},"
    "\"_CGMeta\":{\"entryFunction\":\"main\"}," HEADER("2.0") "}\n";

static const char example_2[] =
    "{\"_CG\":{\n"
    " \"clampf\":{\"callees\":[],\"callers\":[\"run\"],\"doesOverride\":false,\"hasBody\":false,"
    "\"isVirtual\":false,\"meta\":null,\"overriddenBy\":[],\"overrides\":[]},\n"
    " \"run\":{\"callees\":[\"clampf\"],\"callers\":[],\"doesOverride\":false,\"hasBody\":true,"
    "\"isVirtual\":false,\n"
    "  "
    "\"meta\":{\"fileProperties\":{\"origin\":\"src/"
    "run.c\",\"systemInclude\":false},\"inlineInfo\":{\"isTemplate\":false,\"likelyInline\":false,"
    "\"markedAlwaysInline\":false,\"markedInline\":false},\"numStatements\":2},\n"
    "  \"overriddenBy\":[],\"overrides\":[]}},\n"
    " \"_MetaCG\":{\"generator\":{\"name\":\"libcg\",\"sha\":\"\",\"version\":\"0.1\"},\"version\":"
    "\"2.0\"}}\n";

static const char example_2_as_4[] =
    "{\"_CG\":{\"meta\":{},\"nodes\":{"
    "\"0\":{\"callees\":{},\"functionName\":\"clampf\",\"hasBody\":false,\"meta\":{},\"origin\":"
    "null},"
    "\"1\":{\"callees\":{\"0\":{}},\"functionName\":\"run\",\"hasBody\":true,\"meta\":{"
    "\"fileProperties\":{\"systemInclude\":false},\"inlineInfo\":{\"isTemplate\":false,"
    "\"likelyInline\":false,\"markedAlwaysInline\":false,\"markedInline\":false},\"numStatements\":"
    "2},\"origin\":\"src/run.c\"}}}," HEADER("4.0") "}\n";

static const char example_1[] =
    "{\"f\":{\"callees\":[\"g\"],\"doesOverride\":false,\"hasBody\":true,\"isVirtual\":false,"
    "\"numStatements\":3,\"overriddenBy\":[],\"overriddenFunctions\":[],\"parents\":[]},"
    "\"g\":{\"callees\":[],\"doesOverride\":false,\"hasBody\":false,\"isVirtual\":true,"
    "\"numStatements\":-1,\"overriddenBy\":[],\"overriddenFunctions\":[],\"parents\":[\"f\"]}}";

static const char example_1_as_4[] =
    "{\"_CG\":{\"meta\":{},\"nodes\":{"
    "\"0\":{\"callees\":{\"1\":{}},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{"
    "\"numStatements\":3},\"origin\":null},"
    "\"1\":{\"callees\":{},\"functionName\":\"g\",\"hasBody\":false,\"meta\":{\"overrideMD\":{"
    "\"overriddenBy\":[],\"overrides\":[]}},\"origin\":null}}}," HEADER("4.0") "}\n";

#define NODE "\"callees\":{},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{},\"origin\":null"
#define FOUR(nodes) "{\"_CG\":{\"meta\":{},\"nodes\":{" nodes "}}," HEADER("4.0") "}\n"
#define META(meta)                                                                                 \
    FOUR("\"0\":{\"callees\":{},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{" meta           \
         "},\"origin\":null}")

/* Text that reading and writing as 4 does not change by a byte. */
static const char *const fixed_4[] = {
    FOUR(""),
    FOUR("\"0\":{" NODE "}"),
    META("\"k\":{ \"b\" : [ 1 ,\t2 ] ,\n \"a\":null }"),
    META("\"n\":[1E5,-0.0,1e400,123456789012345678901234567890,-0,0.10,1e-7]"),
    META("\"s\":\"\\u00e9\\/\\\\\\\"\\b\\f\\n\\r\\t\\ud83d\\ude00 \xc3\xa9 \xf0\x9f\x98\x80 "
         "\\u0000\""),
    META("\"a\\\"b\":1,\"a\\\\\":2,\"\xc3\xa9\":3"),
    META("\"linkage\":\"weak\",\"overrideMD\":{\"extra\":[ "
         "1],\"overriddenBy\":[],\"overrides\":[]},\"unresolvedCalls\":[]"),
    META("\"edgeMetadata\":5"),
    FOUR("\"0\":{" NODE ",\"zzz\":[ true ]}"),
    FOUR("\"0\":{\"aaa\":{ "
         "},\"callees\":{},\"callers\":[\"x\"],\"functionName\":\"f\",\"hasBody\":true,"
         "\"isVirtual\":3,\"meta\":{},\"origin\":null}"),
    FOUR(
        "\"0\":{\"callees\":{\"0\":{\"callKinds\":[\"virtual\",\"pointer\"],\"callSites\":"
        "[],\"callType\":\"VIRTUAL\",\"x\":1}},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{},"
        "\"origin\":null}"),
    FOUR("\"0\":{\"callees\":{\"0\":{\"callType\":\"NEW\"}},\"functionName\":\"f\",\"hasBody\":"
         "true,\"meta\":{},\"origin\":null}"),
    FOUR("\"0\":{\"callees\":{\"0\":{\"callKinds\":[\"implicit\"],\"callType\":\"DIRECT\"}},"
         "\"functionName\":\"\\u0001\\n\\\"\\\\\",\"hasBody\":true,\"meta\":{},\"origin\":"
         "\"\xc3\xa9 \\\"\"}"),
    /* Two nodes that cannot be distinguished; the second is named before it is defined. */
    FOUR("\"0\":{\"callees\":{\"2\":{}},\"functionName\":\"a\",\"hasBody\":true,\"meta\":{},"
         "\"origin\":null},"
         "\"1\":{" NODE "},\"2\":{" NODE "}"),
    "{\"PointerEquivalenceData\":{\"EquivClasses\":[ 1,{ } ]},\"_CG\":{\"meta\":{\"m\":[ "
    "]},\"nodes\":{}}," HEADER("4.0") ",\"more\":1E2,\"x\":{}}\n",
};

/* The same for 2. */
#define OLD(name, callees, callers, meta)                                                          \
    "\"" name "\":{\"callees\":[" callees "],\"callers\":[" callers                                \
    "],\"doesOverride\":false,\"hasBody\":true,\"isVirtual\":false,\"meta\":" meta                 \
    ",\"overriddenBy\":[],\"overrides\":[]}"
#define TWO(nodes) "{\"_CG\":{" nodes "}," HEADER("2.0") "}\n"
static const char *const fixed_2[] = {
    TWO(""),
    TWO(OLD("f", "\"f\"", "\"f\"", "null")),
    TWO(OLD("meta", "", "", "null") "," OLD("nodes", "", "", "null")),
    TWO(OLD("f", "", "", "{\"fileProperties\":{\"origin\":\"\",\"systemInclude\":true}}")),
    TWO(OLD(
        "f", "", "",
        "{\"fileProperties\":{\"a\":[ 1],\"origin\":\"x.c\",\"systemInclude\":true,\"z\":null}}")),
    TWO(OLD("f#0", "", "\"main\"", "null") "," OLD("f#1", "", "", "null") "," OLD("main", "\"f#0\"",
                                                                                  "", "null")),
    TWO(OLD("f#0", "", "", "null")),
    TWO(OLD("f#1", "", "", "null") "," OLD("g#x", "", "", "null")),
    TWO(OLD("f", "", "", "null") "," OLD("f#0", "", "", "null") "," OLD("f#1", "", "", "null")),
    "{\"_CG\":{" OLD(
        "f", "\"f\"", "\"f\"",
        "{\"edgeMetadata\":{\"f\":{\"callType\":\"DIRECT\",\"x\":[ 1]}}}") "},"
                                                                           "\"_CGMeta\":{"
                                                                           "\"entryFunction\":"
                                                                           "\"f\",\"k\":1}," HEADER(
                                                                               "2.0") "}\n",
};

struct fixture {
    const char *name;
    const char *input;
    int version;
    const char *output;
    int warnings;
};

#define TAIL HEADER("4.0")
static const struct fixture fixtures[] = {
    {"example 4", example_4, 4, example_4_as_4, 0},
    {"example 4 as 2", example_4, 2, example_4_as_2, 0},
    {"example 4 through 2", example_4_as_2, 2, example_4_as_2, 0},
    {"example 2 as 4", example_2, 4, example_2_as_4, 0},
    {"version 1", example_1, 4, example_1_as_4, 0},
    {"header first", "{" HEADER("4") ",\"_CG\":{\"nodes\":{\"x\":{" NODE "}},\"meta\":{}}}", 4,
     FOUR("\"0\":{" NODE "}"), 0},
    {"nodes before meta", "{\"_CG\":{\"nodes\":{\"x\":{" NODE "}},\"meta\":{\"k\":1}}," TAIL "}", 4,
     "{\"_CG\":{\"meta\":{\"k\":1},\"nodes\":{\"0\":{" NODE "}}}," TAIL "}\n", 0},
    {"stale flat layout", "{" HEADER("4.0") ",\"_CG\":{\"7\":{" NODE "}}}", 4,
     FOUR("\"0\":{" NODE "}"), 0},
    {"stale flat layout, header last", "{\"_CG\":{\"7\":{" NODE "}}," TAIL "}", 4,
     FOUR("\"0\":{" NODE "}"), 0},
    {"no meta of the graph", "{\"_CG\":{\"nodes\":{}}," TAIL "}", 4, FOUR(""), 0},
    {"null meta", "{\"_CG\":{\"meta\":null,\"nodes\":{}}," TAIL "}", 4, FOUR(""), 0},
    {"null callees and meta",
     FOUR("\"a\":{\"callees\":null,\"functionName\":\"f\",\"hasBody\":true,\"meta\":null,"
          "\"origin\":null}"),
     4, FOUR("\"0\":{" NODE "}"), 0},
    {"no callees",
     FOUR("\"a\":{\"functionName\":\"f\",\"hasBody\":true,\"meta\":null,\"origin\":null}"), 4,
     FOUR("\"0\":{" NODE "}"), 0},
    {"empty origin",
     FOUR("\"a\":{\"callees\":{},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{},\"origin\":"
          "\"\"}"),
     4, FOUR("\"0\":{" NODE "}"), 1},
    {"unset entry", "{\"_CG\":{\"meta\":{\"entryFunction\":\"\"},\"nodes\":{}}," TAIL "}", 4,
     FOUR(""), 0},
    {"escapes in what is compared",
     FOUR("\"\\u0061\":{\"\\u0063allees\":{\"a\":null},\"functionName\":\"\\u0066\",\"hasBody\":"
          "true,\"meta\":{},\"origin\":\"\\u00e9\"}"),
     4,
     FOUR("\"0\":{\"callees\":{\"0\":{}},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{},"
          "\"origin\":\"\xc3\xa9\"}"),
     0},
    {"huge ids",
     FOUR("\"99999999999999999999\":{\"callees\":{\"999999999\":null,\"007\":{}},\"functionName\":"
          "\"a\",\"hasBody\":true,\"meta\":{},\"origin\":null},"
          "\"999999999\":{\"functionName\":\"b\",\"hasBody\":false,\"meta\":{},\"origin\":null},"
          "\"007\":{\"functionName\":\"c\",\"hasBody\":false,\"meta\":{},\"origin\":null}"),
     4,
     FOUR("\"0\":{\"callees\":{\"1\":{},\"2\":{}},\"functionName\":\"a\",\"hasBody\":true,\"meta\":"
          "{},\"origin\":null},"
          "\"1\":{\"callees\":{},\"functionName\":\"b\",\"hasBody\":false,\"meta\":{},\"origin\":"
          "null},\"2\":{\"callees\":{},\"functionName\":\"c\",\"hasBody\":false,\"meta\":{},"
          "\"origin\":null}"),
     0},
    {"callKinds counts, not callType",
     FOUR("\"0\":{\"callees\":{\"0\":{\"callType\":\"VIRTUAL\",\"callKinds\":[\"direct\"]}},"
          "\"functionName\":\"f\",\"hasBody\":true,\"meta\":{},\"origin\":null}"),
     4,
     FOUR("\"0\":{\"callees\":{\"0\":{\"callType\":\"DIRECT\"}},\"functionName\":\"f\",\"hasBody\":"
          "true,\"meta\":{},\"origin\":null}"),
     0},
    {"callers alone", TWO(OLD("f", "", "", "null") "," OLD("g", "", "\"f\",\"f\",\"g\"", "null")),
     2, TWO(OLD("f", "\"g\"", "", "null") "," OLD("g", "\"g\"", "\"f\",\"g\"", "null")), 1},
    {"callees alone", TWO(OLD("f", "\"g\",\"g\"", "", "null") "," OLD("g", "", "", "null")), 2,
     TWO(OLD("f", "\"g\"", "", "null") "," OLD("g", "", "\"f\"", "null")), 0},
    {"gaps between numbered functions are closed",
     TWO(OLD("f#0", "", "", "null") "," OLD("f#1", "", "", "null") "," OLD(
         "f#10", "\"f#2\"", "", "null") "," OLD("f#2", "", "\"f#10\"", "null")),
     2,
     TWO(OLD("f#0", "", "", "null") "," OLD("f#1", "", "", "null") "," OLD(
         "f#2", "", "\"f#3\"", "null") "," OLD("f#3", "\"f#2\"", "", "null")),
     0},
    {"overrides told once",
     TWO("\"b\":{\"callees\":[],\"hasBody\":true,\"isVirtual\":true,\"meta\":null},"
         "\"d\":{\"callees\":[],\"hasBody\":true,\"isVirtual\":true,\"meta\":null,\"overrides\":["
         "\"b\",\"b\"]}"),
     2,
     TWO("\"b\":{\"callees\":[],\"callers\":[],\"doesOverride\":false,\"hasBody\":true,"
         "\"isVirtual\":true,\"meta\":null,\"overriddenBy\":[\"d\"],\"overrides\":[]},"
         "\"d\":{\"callees\":[],\"callers\":[],\"doesOverride\":true,\"hasBody\":true,"
         "\"isVirtual\":true,\"meta\":null,\"overriddenBy\":[],\"overrides\":[\"b\"]}"),
     0},
    {"file properties get what MetaCG needs", META("\"fileProperties\":{\"a\":1,\"origin\":\"x\"}"),
     2,
     TWO(OLD("f", "", "",
             "{\"fileProperties\":{\"_CGProperties\":[{\"a\":1,\"origin\":\"x\"}],\"a\":1,"
             "\"origin\":\"\",\"systemInclude\":false}}")),
     0},
};
#define FIXTURES (sizeof fixtures / sizeof *fixtures)

static void count_warning(void *user, const struct cg_error *where)
{
    (void)where;
    ++*(int *)user;
}

START_TEST(documents_read_and_written)
{
    const struct fixture *fixture = &fixtures[_i];
    int warnings = 0;
    const struct cg_read_options options = {CG_READ_OPTIONS_VERSION, .warn = count_warning,
                                            .user = &warnings};
    struct cg_graph *graph;
    struct cg_error error = {0};
    int status =
        cg_read_memory(&graph, fixture->input, strlen(fixture->input), "text", &options, &error);
    ck_assert_msg(!status, "%s: %lu:%lu: %s", fixture->name, error.line, error.column, error.text);
    char *text = text_of(graph, fixture->version);
    ck_assert_msg(strcmp(text, fixture->output) == 0, "%s:\n%s\nnot\n%s", fixture->name, text,
                  fixture->output);
    ck_assert_msg(warnings == fixture->warnings, "%s: %d warnings", fixture->name, warnings);
    free(text);
    cg_graph_free(graph);
}
END_TEST

static void check_fixed(const char *text, int version)
{
    struct cg_graph *graph = graph_from(text);
    char *again = text_of(graph, version);
    ck_assert_str_eq(again, text);
    free(again);
    cg_graph_free(graph);
}

START_TEST(nothing_is_lost_between_reading_and_writing)
{
    for (size_t i = 0; i < sizeof fixed_4 / sizeof *fixed_4; i++) {
        check_fixed(fixed_4[i], 4);
    }
    for (size_t i = 0; i < sizeof fixed_2 / sizeof *fixed_2; i++) {
        check_fixed(fixed_2[i], 2);
    }
}
END_TEST

/* The same content, whatever the order of keys, for a reader that builds a tree. */
START_TEST(output_is_what_a_tree_reader_expects)
{
    json_t *two = json_loads(example_2, JSON_REJECT_DUPLICATES, NULL);
    struct cg_graph *graph = graph_from(example_2);
    char *text = text_of(graph, 2);
    json_t *again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    ck_assert(two && again && json_equal(two, again));
    json_decref(two);
    json_decref(again);
    free(text);
    cg_graph_free(graph);
}
END_TEST

START_TEST(version_2_refuses_what_it_cannot_say)
{
    struct cg_error error;
    struct cg_graph *graph = graph_from(META("\"edgeMetadata\":5"));
    ck_assert_ptr_null(try_text_of(graph, 2, &error));
    ck_assert_int_eq(error.status, CG_E_ARGUMENT);
    cg_graph_free(graph);
    graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    add_node(graph, "f", "a.c", true, CG_LINKAGE_UNKNOWN);
    add_node(graph, "f#1", NULL, true, CG_LINKAGE_UNKNOWN);
    ck_assert_ptr_null(try_text_of(graph, 2, &error));
    ck_assert_int_eq(error.status, CG_E_ARGUMENT);
    ck_assert_ptr_null(try_text_of(graph, 3, &error));
    ck_assert_int_eq(error.status, CG_E_ARGUMENT);
    cg_graph_free(graph);
}
END_TEST

/* The numbers of equal functions give their order, even beyond 9. */
START_TEST(many_functions_of_one_name_keep_their_order)
{
    struct cg_graph *graph = new_graph();
    char statements[16];
    for (int i = 0; i < 25; i++) {
        cg_node node = add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
        snprintf(statements, sizeof statements, "%d", i);
        set(graph, CG_ON_NODE, node, "numStatements", statements);
    }
    for (int version = 2; version <= 4; version += 2) {
        char *text = text_of(graph, version);
        struct cg_graph *again = graph_from(text);
        char *same = text_of(again, version);
        ck_assert_str_eq(text, same);
        free(same);
        same = text_of(again, 4);
        char *expected = text_of(graph, 4);
        ck_assert_str_eq(same, expected);
        free(expected);
        free(same);
        free(text);
        cg_graph_free(again);
    }
    cg_graph_free(graph);
}
END_TEST

/* Feeding the window */

struct feed {
    int fd;
    const char *text;
    size_t length;
    size_t chunk; /**< 0: random */
    struct random random;
};

/* Each send is one read of the other side. */
static void *send_chunks(void *data)
{
    struct feed *feed = data;
    for (size_t at = 0; at < feed->length;) {
        size_t size = feed->chunk ? feed->chunk : 1 + draw(&feed->random, 40);
        size = size < feed->length - at ? size : feed->length - at;
        ck_assert_int_eq(send(feed->fd, feed->text + at, size, 0), (ssize_t)size);
        at += size;
    }
    close(feed->fd);
    return NULL;
}

static int read_chunks(struct cg_graph **graph, const char *text, size_t length, size_t chunk,
                       uint64_t seed, struct cg_error *error)
{
    int ends[2];
    pthread_t thread;
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    struct feed feed = {ends[1], text, length, chunk, {seed}};
    ck_assert_int_eq(pthread_create(&thread, NULL, send_chunks, &feed), 0);
    int status = cg_read_fd(graph, ends[0], "pipe", NULL, error);
    char rest[4096];
    while (read(ends[0], rest, sizeof rest) > 0) {
    }
    pthread_join(thread, NULL);
    close(ends[0]);
    return status;
}

static void check_chunks(const char *text, const char *expected, int version, size_t chunk,
                         uint64_t seed)
{
    struct cg_graph *graph;
    struct cg_error error = {0};
    int status = read_chunks(&graph, text, strlen(text), chunk, seed, &error);
    ck_assert_msg(!status, "%lu:%lu: %s", error.line, error.column, error.text);
    char *again = text_of(graph, version);
    ck_assert_str_eq(again, expected);
    free(again);
    cg_graph_free(graph);
}

START_TEST(pipes_may_hand_out_any_pieces)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        size_t chunk = seed < 3 ? seed + 1 : 0;
        for (size_t i = 0; i < FIXTURES; i++) {
            check_chunks(fixtures[i].input, fixtures[i].output, fixtures[i].version, chunk, seed);
        }
        for (size_t i = 0; i < sizeof fixed_4 / sizeof *fixed_4; i++) {
            check_chunks(fixed_4[i], fixed_4[i], 4, chunk, seed);
        }
    }
}
END_TEST

static void check_padded(const char *padded, size_t length, const char *expected, int version)
{
    struct cg_graph *graph = NULL;
    struct cg_error error = {0};
    int status = cg_read_memory(&graph, padded, length, "text", NULL, &error);
    ck_assert_msg(!status, "%lu:%lu: %s", error.line, error.column, error.text);
    char *text = text_of(graph, version);
    ck_assert_str_eq(text, expected);
    free(text);
    cg_graph_free(graph);
}

/* Every byte of a document at the end of the window once; what follows fills the window anew. */
START_TEST(tokens_straddle_the_window)
{
    static const size_t chosen[] = {1, 2, 3, 4, 8, 15, 16, 18};
    for (size_t c = 0; c < sizeof chosen / sizeof *chosen; c++) {
        const struct fixture *fixture = &fixtures[chosen[c]];
        size_t length = strlen(fixture->input);
        char *padded = malloc(2 * WINDOW + length);
        for (size_t k = 0; k <= length; k++) {
            memset(padded, ' ', 2 * WINDOW + length);
            memcpy(padded + WINDOW - k, fixture->input, length);
            check_padded(padded, 2 * WINDOW + length, fixture->output, fixture->version);
        }
        free(padded);
    }
}
END_TEST

/* The same while a value is being kept, whose text must not lose a byte. */
START_TEST(kept_values_straddle_the_window)
{
    static const char value[] =
        "{\"x\":[ -12.5e+10 ,true,null,\"a\\u00e9\\ud83d\\ude00\xc3\xa9\xf0\x9f\x98\x80\\\\\"] , "
        "\"yy\":false}";
    static const char before[] = "{\"P\":",
                      after[] = ",\"_CG\":{\"meta\":{},\"nodes\":{}}," HEADER("4.0") "}\n";
    size_t length = strlen(value);
    for (int window = 1; window <= 2; window++) {
        size_t size = (size_t)window * WINDOW + 4 * length + sizeof before + sizeof after;
        char *text = malloc(size);
        for (size_t k = 0; k <= length + 4; k++) {
            size_t pad = (size_t)window * WINDOW - k - strlen(before);
            int n = snprintf(text, size, "%s[%*s%s]%s", before, (int)pad, "", value, after);
            check_padded(text, (size_t)n, text, 4);
        }
        free(text);
    }
}
END_TEST

/* A value of megabytes that comes in small pieces costs time in proportion. */
START_TEST(long_values_are_read_in_linear_time)
{
    size_t length = 3u << 20;
    char *text = malloc(length + 1024);
    for (int kind = 0; kind < 3; kind++) {
        static const char *const open[] = {"", "\"", "["}, *const shut[] = {"", "\"", "1]"};
        int n = sprintf(text, "{\"P\":%s", open[kind]);
        memset(text + n, kind == 2 ? ' ' : '1', length);
        sprintf(text + n + length, "%s,\"_CG\":{\"meta\":{},\"nodes\":{}}," HEADER("4.0") "}\n",
                shut[kind]);
        struct cg_graph *graph;
        ck_assert_int_eq(read_chunks(&graph, text, strlen(text), 64, 0, NULL), CG_OK);
        char *again = text_of(graph, 4);
        ck_assert_int_eq(strcmp(again, text), 0);
        free(again);
        cg_graph_free(graph);
    }
    free(text);
}
END_TEST

/* Every prefix of a document is refused, at a place inside it or at its end. */
START_TEST(truncation_is_noticed_at_every_byte)
{
    static const char *const whole[] = {example_4, example_2, example_1};
    for (size_t i = 0; i < 3; i++) {
        size_t length = strrchr(whole[i], '}') - whole[i];
        for (size_t k = 0; k <= length; k++) {
            struct cg_graph *graph;
            struct cg_error error = {0};
            int status = cg_read_memory(&graph, whole[i], k, "text", NULL, &error);
            ck_assert_int_eq(status, CG_E_FORMAT);
            ck_assert_int_eq(error.status, CG_E_FORMAT);
            ck_assert(error.line > 0 && error.column > 0);
            ck_assert(error.text[0] != 0);
        }
    }
}
END_TEST

/* An id may be out of range for the array of ids when it is first named, and in range later. */
START_TEST(ids_are_the_same_however_many_nodes_there_are)
{
    char text[8192];
    int n = sprintf(text, "{\"_CG\":{\"nodes\":{\"x\":{\"callees\":{\"65600\":{}},"
                          "\"functionName\":\"a\",\"hasBody\":true,\"meta\":{},\"origin\":null}");
    for (int i = 0; i < 20; i++) {
        n += sprintf(text + n,
                     ",\"%d\":{\"functionName\":\"b\",\"hasBody\":true,\"meta\":{},"
                     "\"origin\":null}",
                     i == 10 ? 65600 : i);
    }
    sprintf(text + n, "}}," HEADER("4.0") "}");
    struct cg_graph *graph = graph_from(text);
    ck_assert_uint_eq(cg_graph_node_count(graph), 21);
    cg_graph_free(graph);
}
END_TEST

/* Threads */

struct limited {
    struct sink {
        char *bytes;
        size_t length;
    } sink;
    size_t limit;
};

static int gather_limited(void *user, const void *bytes, size_t length)
{
    struct limited *limited = user;
    if (limited->sink.length + length > limited->limit) {
        return ENOSPC;
    }
    memcpy(limited->sink.bytes + limited->sink.length, bytes, length);
    limited->sink.length += length;
    return 0;
}

START_TEST(threads_do_not_show_in_what_is_written)
{
    enum { COUNT = 9001, ROOM = 8 << 20 };
    struct cg_graph *graph = new_graph();
    char name[16];
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "f%u", i / 2);
        add_node(graph, name, NULL, i % 3, CG_LINKAGE_UNKNOWN);
        set(graph, CG_ON_NODE, i, "numStatements", "12");
        add_edge(graph, i, i / 3, CG_EDGE_POINTER);
    }
    struct limited limited = {.sink.bytes = malloc(ROOM), .limit = ROOM};
    static const unsigned jobs[] = {0, 1, 2, 3, 5, 1000};
    for (int version = 2; version <= 4; version += 2) {
        char *expected = text_of(graph, version);
        for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
            const struct cg_write_options options = {CG_WRITE_OPTIONS_VERSION,
                                                     .mcg_version = version, .jobs = jobs[i]};
            limited.sink.length = 0;
            limited.limit = ROOM;
            ck_assert_int_eq(cg_write(graph, gather_limited, &limited, &options, NULL), CG_OK);
            ck_assert_uint_eq(limited.sink.length, strlen(expected));
            ck_assert_mem_eq(limited.sink.bytes, expected, limited.sink.length);
            limited.sink.length = 0;
            limited.limit = limited.sink.length + (size_t)ROOM / 20;
            ck_assert_int_eq(cg_write(graph, gather_limited, &limited, &options, NULL), CG_E_IO);
            ck_assert_mem_eq(limited.sink.bytes, expected, limited.sink.length);
        }
        free(expected);
    }
    free(limited.sink.bytes);
    cg_graph_free(graph);
}
END_TEST

/* Files */

START_TEST(files_are_replaced_whole_or_not_at_all)
{
    char directory[] = "/tmp/test_file.XXXXXX", path[64], link[64], command[96];
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/a.mcg", directory);
    snprintf(link, sizeof link, "%s/link.mcg", directory);
    struct cg_graph *graph = graph_from(example_2), *again;
    ck_assert_int_eq(cg_write_file(graph, path, NULL, NULL), CG_OK);
    ck_assert_int_eq(chmod(path, 0640), 0);
    ck_assert_int_eq(symlink("a.mcg", link), 0);
    ck_assert_int_eq(cg_write_file(graph, link, NULL, NULL), CG_OK);
    struct stat info;
    ck_assert(lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    ck_assert(stat(path, &info) == 0 && (info.st_mode & 0777) == 0640);
    ck_assert_int_eq(cg_read_file(&again, link, NULL, NULL), CG_OK);
    char *text = text_of(again, 4);
    ck_assert_str_eq(text, example_2_as_4);
    free(text);
    cg_graph_free(again);
    struct cg_error error;
    ck_assert_int_eq(cg_write_file(graph, directory, NULL, &error), CG_E_IO);
    ck_assert_str_eq(error.file, directory);
    ck_assert_int_eq(cg_write_file(graph, "/nowhere/x.mcg", NULL, &error), CG_E_IO);
    ck_assert_int_eq(cg_write_file(graph, "/dev/full", NULL, &error), CG_E_IO);
    ck_assert_int_eq(cg_read_file(&again, "/nowhere/x.mcg", NULL, &error), CG_E_IO);
    ck_assert_int_eq(cg_read_file(&again, "", NULL, &error), CG_E_IO);
    ck_assert_str_eq(error.text, "the name of the graph is empty");
    ck_assert_int_eq(cg_read_fd(&again, -1, "none", NULL, &error), CG_E_IO);
    ck_assert_str_eq(error.text, "cannot read: Bad file descriptor");
    ck_assert_str_eq(error.file, "none");
    ck_assert_int_eq(cg_read_file(&again, directory, NULL, &error), CG_E_IO);
    cg_graph_free(graph);
    snprintf(command, sizeof command, "test \"$(ls %s | wc -l)\" = 2 && rm -r %s", directory,
             directory);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

static int give_up(void *user, const void *bytes, size_t length)
{
    (void)bytes;
    (void)length;
    return *(int *)user;
}

START_TEST(writers_errors_are_passed_on)
{
    struct cg_graph *graph = graph_from(example_2);
    int reason = ENOSPC;
    struct cg_error error;
    ck_assert_int_eq(cg_write(graph, give_up, &reason, NULL, &error), CG_E_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    cg_graph_free(graph);
}
END_TEST

/* Properties */

static void check_again(const struct cg_graph *graph, int version)
{
    char *text = text_of(graph, version);
    struct cg_graph *again = graph_from(text);
    char *same = text_of(again, version);
    ck_assert_str_eq(text, same);
    json_t *tree = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_ptr_nonnull(tree);
    json_decref(tree);
    cg_graph_free(again);
    free(same);
    free(text);
}

/* What 2 keeps, it keeps well enough that 4 comes out as it was; but for the properties of files,
 * which 2 needs wherever there is an origin. */
START_TEST(random_graphs_survive_writing_and_reading)
{
    static struct model model;
    struct random random = {42};
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        model_random(&model, &random);
        struct cg_graph *graph = model_graph(&model, &random);
        struct cg_graph *other = model_graph(&model, &random);
        for (int version = 2; version <= 4; version += 2) {
            check_again(graph, version);
            char *a = text_of(graph, version), *b = text_of(other, version);
            ck_assert_str_eq(a, b);
            free(a);
            free(b);
            ck_assert_int_eq(cg_graph_freeze(other, NULL), CG_OK);
        }
        cg_graph_free(graph);
        cg_graph_free(other);
    }
}
END_TEST

START_TEST(random_graphs_survive_version_2)
{
    static struct model model;
    struct random random = {43};
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        model_random(&model, &random);
        for (int n = 0; n < model.count; n++) {
            if (model.nodes[n].origin && model.nodes[n].system_include == MODEL_ABSENT) {
                model.nodes[n].system_include = 0;
            }
        }
        struct cg_graph *graph = model_graph(&model, &random);
        char *two = text_of(graph, 2), *four = text_of(graph, 4);
        struct cg_graph *again = graph_from(two);
        char *same = text_of(again, 4);
        ck_assert_str_eq(same, four);
        free(same);
        free(two);
        free(four);
        cg_graph_free(again);
        cg_graph_free(graph);
    }
}
END_TEST

/* Ids are in byte order, whatever their number. */
START_TEST(ids_come_in_byte_order)
{
    for (int count = 0; count < 1300; count += count < 130 ? 1 : 97) {
        struct cg_graph *graph = new_graph();
        for (int i = 0; i < count; i++) {
            add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
        }
        char *text = text_of(graph, 4), last[16] = "";
        json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *value;
        ck_assert_ptr_nonnull(root);
        json_t *nodes = json_object_get(json_object_get(root, "_CG"), "nodes");
        const char *id;
        ck_assert_int_eq((int)json_object_size(nodes), count);
        json_object_foreach(nodes, id, value)
        {
            ck_assert(count == 1 || !last[0] || strcmp(last, id) < 0);
            ck_assert_int_lt(atoi(id), count);
            snprintf(last, sizeof last, "%s", id);
        }
        json_decref(root);
        free(text);
        cg_graph_free(graph);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("file");
    TCase *tests = tcase_create("file");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, documents_read_and_written, 0, (int)FIXTURES);
    tcase_add_test(tests, nothing_is_lost_between_reading_and_writing);
    tcase_add_test(tests, output_is_what_a_tree_reader_expects);
    tcase_add_test(tests, version_2_refuses_what_it_cannot_say);
    tcase_add_test(tests, many_functions_of_one_name_keep_their_order);
    tcase_add_test(tests, pipes_may_hand_out_any_pieces);
    tcase_add_test(tests, tokens_straddle_the_window);
    tcase_add_test(tests, kept_values_straddle_the_window);
    tcase_add_test(tests, long_values_are_read_in_linear_time);
    tcase_add_test(tests, truncation_is_noticed_at_every_byte);
    tcase_add_test(tests, ids_are_the_same_however_many_nodes_there_are);
    tcase_add_test(tests, threads_do_not_show_in_what_is_written);
    tcase_add_test(tests, files_are_replaced_whole_or_not_at_all);
    tcase_add_test(tests, writers_errors_are_passed_on);
    tcase_add_test(tests, random_graphs_survive_writing_and_reading);
    tcase_add_test(tests, random_graphs_survive_version_2);
    tcase_add_test(tests, ids_come_in_byte_order);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
