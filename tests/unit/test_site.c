/* Places in source. */
#include "support.h"

#include <libcg/merge.h>
#include <libcg/site.h>

#include <stdio.h>
#include <string.h>

static struct cg_graph *one_call(void)
{
    struct cg_graph *graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    add_edge(graph, 0, 0, CG_EDGE_DIRECT);
    return graph;
}

START_TEST(sites_are_written_sorted_and_once)
{
    struct cg_graph *graph = one_call();
    struct cg_site sites[] = {
        {.file = "b.c", .line = 1, .column = 1, .kind = "direct"},
        {.file = "a.c", .line = 10, .column = 2},
        {.file = "a.c", .line = 9, .column = 3, .kind = "pointer"},
        {.file = "a.c", .line = 10, .column = 2, .kind = "direct"},
        {0},
        {.file = "a\"\xc3\xa9",
         .line = 1,
         .column = 1,
         .type = "int (*)(void)",
         .reason = "field",
         .slot = 7},
    };
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_CALL_SITES, sites, 6, NULL), CG_OK);
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, 0, CG_KEY_CALL_SITES),
                     "[{\"column\":0,\"line\":0},"
                     "{\"column\":1,\"file\":\"a\\\"\xc3\xa9\",\"line\":1,\"reason\":\"field\","
                     "\"type\":\"int (*)(void)\"},"
                     "{\"column\":3,\"file\":\"a.c\",\"kind\":\"pointer\",\"line\":9},"
                     "{\"column\":2,\"file\":\"a.c\",\"line\":10},"
                     "{\"column\":1,\"file\":\"b.c\",\"line\":1}]");
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, NULL, 0, NULL), CG_OK);
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS), "[]");
    cg_graph_free(graph);
}
END_TEST

START_TEST(sites_come_back_as_they_were_written)
{
    struct cg_graph *graph = one_call();
    struct cg_site_list *list;
    struct cg_site site = {"a.c",         7,        8,          "callback", "void (int)",
                           "a parameter", "_ZTS1A", 0,          "dlsym",    "f; g",
                           "qsort",       3,        "\"x\":[1]"};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, &site, 1, NULL), CG_OK);
    ck_assert_int_eq(cg_sites_read(&list, graph, 0, CG_KEY_UNRESOLVED_CALLS, NULL), CG_OK);
    ck_assert_uint_eq(cg_site_list_count(list), 1);
    const struct cg_site *read = cg_site_list_at(list, 0);
    ck_assert(read->line == 7 && read->column == 8);
    ck_assert_str_eq(read->kind, "callback");
    ck_assert_str_eq(read->file, "a.c");
    ck_assert_str_eq(read->type, "void (int)");
    ck_assert_str_eq(read->reason, "a parameter");
    ck_assert_str_eq(read->receiver, "_ZTS1A");
    ck_assert_uint_eq(read->slot, 0);
    ck_assert_str_eq(read->unknown, "dlsym");
    ck_assert_str_eq(read->causes, "f; g");
    ck_assert_str_eq(read->through, "qsort");
    ck_assert_uint_eq(read->loops, 3);
    ck_assert_str_eq(read->other, "\"x\":[1]");
    cg_site_list_free(list);
    ck_assert_int_eq(cg_sites_read(&list, graph, 0, CG_KEY_ADDRESS_TAKEN, NULL), CG_OK);
    ck_assert_uint_eq(cg_site_list_count(list), 0);
    cg_site_list_free(list);
    cg_site_list_free(NULL);
    cg_graph_free(graph);
}
END_TEST

/* Keys in byte order, whichever of them a site has. */
START_TEST(what_is_unknown_and_who_calls_back_tell_sites_apart)
{
    struct cg_graph *graph = one_call();
    struct cg_site open[] = {
        {.reason = "pointer", .type = "t", .unknown = "integer"},
        {.reason = "pointer", .type = "t"},
        {.reason = "pointer", .type = "t", .unknown = "dlsym, library result"},
        {.reason = "pointer", .type = "t", .unknown = "integer"},
    };
    struct cg_site calls[] = {{.kind = "callback", .through = "qsort", .type = "t"},
                              {.kind = "callback", .through = "bsearch", .type = "t"},
                              {.kind = "callback", .through = "qsort", .type = "t"}};
#define POINTER(more) "{\"column\":0,\"line\":0,\"reason\":\"pointer\",\"type\":\"t\"" more "}"
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, open, 4, NULL), CG_OK);
    ck_assert_str_eq(
        text_at(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS),
        "[" POINTER("") "," POINTER(",\"unknown\":\"dlsym, library result\"") "," POINTER(
            ",\"unknown\":\"integer\"") "]");
#define CALLBACK(through)                                                                          \
    "{\"column\":0,\"kind\":\"callback\",\"line\":0,\"through\":\"" through "\",\"type\":\"t\"}"
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_CALL_SITES, calls, 3, NULL), CG_OK);
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, 0, CG_KEY_CALL_SITES),
                     "[" CALLBACK("bsearch") "," CALLBACK("qsort") "]");
    cg_graph_free(graph);
}
END_TEST

/* Written only where there are loops; the deeper of two comes last. */
START_TEST(sites_tell_how_many_loops_are_around_them)
{
    struct cg_graph *graph = one_call();
    struct cg_site_list *list;
    struct cg_site sites[] = {{.file = "a.c", .line = 2, .column = 3, .loops = 12},
                              {.file = "a.c", .line = 2, .column = 3, .loops = 2},
                              {.file = "a.c", .line = 2, .column = 3},
                              {.file = "a.c", .line = 2, .column = 3, .loops = 2}};
#define LOOPS(more) "{\"column\":3,\"file\":\"a.c\",\"line\":2" more "}"
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_CALL_SITES, sites, 4, NULL), CG_OK);
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, 0, CG_KEY_CALL_SITES),
                     "[" LOOPS("") "," LOOPS(",\"loops\":2") "," LOOPS(",\"loops\":12") "]");
    set(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS,
        "[{\"loops\":0},{},{\"loops\":null},{\"loops\":1}]");
    ck_assert_int_eq(cg_sites_read(&list, graph, 0, CG_KEY_UNRESOLVED_CALLS, NULL), CG_OK);
    ck_assert_uint_eq(cg_site_list_count(list), 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(cg_site_list_at(list, i)->loops, i == 3);
    }
    cg_site_list_free(list);
    cg_graph_free(graph);
}
END_TEST

START_TEST(virtual_calls_differ_by_receiver_and_slot)
{
    struct cg_graph *graph = one_call();
    struct cg_site sites[] = {
        {.type = "void ()", .reason = "virtual", .receiver = "_ZTS1B", .slot = 2},
        {.type = "void ()", .reason = "virtual", .receiver = "_ZTS1A", .slot = 10},
        {.type = "void ()", .reason = "virtual"},
        {.type = "void ()", .reason = "virtual", .receiver = "_ZTS1A", .slot = 9},
        {.type = "void ()", .reason = "virtual", .slot = 3},
        {.type = "void ()", .reason = "virtual", .receiver = "_ZTS1A", .slot = 10},
    };
#define VIRTUAL(more)                                                                              \
    "{\"column\":0,\"line\":0,\"reason\":\"virtual\"," more "\"type\":\"void ()\"}"
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, sites, 6, NULL), CG_OK);
    ck_assert_str_eq(
        text_at(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS),
        "[" VIRTUAL("") "," VIRTUAL("\"receiver\":\"_ZTS1A\",\"slot\":9,") "," VIRTUAL(
            "\"receiver\":\"_ZTS1A\",\"slot\":10,") "," VIRTUAL("\"receiver\":\"_ZTS1B\","
                                                                "\"slot\":2,") "]");
    cg_graph_free(graph);
}
END_TEST

/* The largest slot is valid; a word that is no slot does not become the first. */
START_TEST(receivers_without_slots_are_unknown)
{
    static const char text[] =
        "[{\"receiver\":\"_ZTS1A\",\"slot\":4294967294},{\"receiver\":\"_ZTS1A\"},"
        "{\"receiver\":\"_ZTS1A\",\"slot\":null},{\"slot\":1}]";
    struct cg_graph *graph = one_call();
    struct cg_site_list *list;
    set(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS, text);
    ck_assert_int_eq(cg_sites_read(&list, graph, 0, CG_KEY_UNRESOLVED_CALLS, NULL), CG_OK);
    ck_assert_uint_eq(cg_site_list_count(list), 4);
    ck_assert_uint_eq(cg_site_list_at(list, 0)->slot, UINT32_MAX - 1);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(cg_site_list_at(list, i)->receiver != NULL, i == 0);
        ck_assert(i == 0 || cg_site_list_at(list, i)->slot == 0);
    }
    cg_site_list_free(list);
    cg_graph_free(graph);
}
END_TEST

START_TEST(outlined_parts_are_places_on_the_node)
{
    struct cg_graph *graph = one_call();
    struct cg_site sites[] = {{.file = "a.c", .line = 5, .column = 1},
                              {.file = "a.c", .line = 3, .column = 9}};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_OUTLINED, sites, 2, NULL), CG_OK);
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_OUTLINED),
                     "[{\"column\":9,\"file\":\"a.c\",\"line\":3},"
                     "{\"column\":1,\"file\":\"a.c\",\"line\":5}]");
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_is_no_site_is_refused)
{
    static const struct {
        const char *text;
        const char *reason; /**< NULL: it is one */
        const char *again;
    } cases[] = {
        {"null", NULL, "[]"},
        {"[ ]", NULL, "[]"},
        {"[{}]", NULL, "[{}]"},
        {"[ {\"line\": 3, \"file\":null, \"kind\":\"direct\"} ]", NULL, "[{\"line\":3}]"},
        {"[{\"x\":[ 1],\"line\":1,\"l\\u006fops\":2}]", NULL,
         "[{\"line\":1,\"loops\":2,\"x\":[1]}]"},
        {"[{\"line\":1,\"line\":2}]", NULL, "[{\"line\":2}]"},
        {"[{\"line\":-5}]", "has a member \"line\" that is not a number of at least 0", NULL},
        {"[{\"column\":1e3}]", "has a member \"column\" that is not a number of at least 0", NULL},
        {"[{\"slot\":\"1\"}]", "has a member \"slot\" that is not a number of at least 0", NULL},
        {"[{\"line\":4294967295}]", "has a member \"line\" that is too large", NULL},
        {"[{\"line\":99999999999999999999}]", "has a member \"line\" that is too large", NULL},
        {"[{\"file\":3}]", "has a member \"file\" that is no string", NULL},
        {"{}", "is not an array", NULL},
        {"3", "is not an array", NULL},
        {"[{},3]", "has an element that is not an object", NULL},
        {"[null]", "has an element that is not an object", NULL},
    };
    struct cg_graph *graph = one_call();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_error error = {0};
        int status =
            cg_metadata_set(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS,
                            &(struct cg_value){cases[i].text, strlen(cases[i].text)}, &error);
        ck_assert_msg(status == (cases[i].reason ? CG_E_FORMAT : CG_OK), "%s", cases[i].text);
        if (cases[i].reason) {
            ck_assert_ptr_nonnull(strstr(error.text, "\"unresolvedCalls\" "));
            ck_assert_str_eq(strchr(error.text, ' ') + 1, cases[i].reason);
        } else {
            ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS),
                             cases[i].again);
        }
    }
    cg_graph_free(graph);
}
END_TEST

/* A site with members beyond place and nine words stores them as that many bytes: whatever the
 * numbers, the two are never confused when it moves to another graph. */
START_TEST(sites_and_words_are_never_taken_for_each_other)
{
    static const char names[] = "[\"k\",\"t\",\"r\",\"c\",\"s\",\"u\",\"h\",\"l\",\"\\\"z\\\":1\"]";
    for (uint32_t slot = 15; slot < 45; slot++) {
        struct cg_graph *graph = one_call(), *whole = new_graph();
        char site[256];
        cg_node other = add_node(graph, "g", NULL, true, CG_LINKAGE_UNKNOWN);
        set(graph, CG_ON_NODE, other, CG_KEY_NAMES, names);
        snprintf(site, sizeof site,
                 "[{\"kind\":\"k\",\"loops\":%u,\"reason\":\"r\",\"receiver\":\"c\",\"slot\":%u,"
                 "\"through\":\"h\",\"type\":\"t\",\"unknown\":\"u\",\"z\":1}]",
                 (unsigned)slot + 3, (unsigned)slot);
        set(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS, site);
        struct cg_graph *first = graph_from(
            "{\"_CG\":{\"meta\":{},\"nodes\":{\"0\":{\"callees\":{},\"functionName\":\"first\","
            "\"hasBody\":true,\"meta\":{\"names\":[\"x\",\"y\"]},\"origin\":null}}},\"_MetaCG\":{"
            "\"generator\":{\"name\":\"t\",\"version\":\"1\"},\"version\":\"4.0\"}}");
        ck_assert_int_eq(cg_graph_merge(whole, first, NULL, NULL), CG_OK);
        ck_assert_int_eq(cg_graph_merge(whole, graph, NULL, NULL), CG_OK);
        ck_assert_str_eq(text_at(whole, CG_ON_NODE, 1, CG_KEY_UNRESOLVED_CALLS), site);
        ck_assert_str_eq(text_at(whole, CG_ON_NODE, 2, CG_KEY_NAMES), names);
        cg_graph_free(first);
        cg_graph_free(graph);
        cg_graph_free(whole);
    }
}
END_TEST

START_TEST(other_members_must_be_members)
{
    static const char *const bad[] = {"garbage",        "\"line\":9", "\"x\":1},{\"line\":3",
                                      "\"x\":\"\xff\"", "\"x\"",      "\"l\\u0069ne\":1"};
    struct cg_graph *graph = one_call();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct cg_site site = {.file = "a.c", .line = 1, .column = 1, .other = bad[i]};
        ck_assert_msg(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, &site, 1, NULL) ==
                          CG_E_ARGUMENT,
                      "%s", bad[i]);
    }
    struct cg_site empty = {.file = "a.c", .line = 1, .column = 1, .other = ""};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, &empty, 1, NULL), CG_OK);
    struct cg_site large = {.file = "a.c", .line = UINT32_MAX, .column = 1};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, &large, 1, NULL), CG_OK);
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS),
                     "[{\"column\":1,\"file\":\"a.c\",\"line\":4294967294}]");
    large.loops = UINT32_MAX;
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, &large, 1, NULL),
                     CG_E_ARGUMENT);
    cg_graph_free(graph);
}
END_TEST

START_TEST(sites_that_no_file_can_hold_are_refused)
{
    struct cg_graph *graph = one_call();
    struct cg_site site = {.file = "\xff", .line = 1, .column = 1};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_CALL_SITES, &site, 1, NULL), CG_E_ARGUMENT);
    site = (struct cg_site){.file = "a.c", .receiver = "\xff"};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, &site, 1, NULL),
                     CG_E_ARGUMENT);
    site = (struct cg_site){.file = "a.c", .unknown = "\xff"};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_UNRESOLVED_CALLS, &site, 1, NULL),
                     CG_E_ARGUMENT);
    site = (struct cg_site){.file = "a.c", .through = "\xff"};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_CALL_SITES, &site, 1, NULL), CG_E_ARGUMENT);
    site.through = NULL;
    ck_assert_int_eq(cg_sites_write(graph, 9, CG_KEY_CALL_SITES, &site, 1, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(text_at(graph, CG_ON_EDGE, 0, CG_KEY_CALL_SITES));
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        sites_are_written_sorted_and_once,
        sites_come_back_as_they_were_written,
        what_is_unknown_and_who_calls_back_tell_sites_apart,
        sites_tell_how_many_loops_are_around_them,
        virtual_calls_differ_by_receiver_and_slot,
        receivers_without_slots_are_unknown,
        outlined_parts_are_places_on_the_node,
        what_is_no_site_is_refused,
        sites_and_words_are_never_taken_for_each_other,
        other_members_must_be_members,
        sites_that_no_file_can_hold_are_refused,
        NULL,
    };
    return run_tests("site", tests, 60);
}
