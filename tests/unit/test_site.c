/* Places in source. */
#include "support.h"

#include <libcg/site.h>

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
        {"b.c", 1, 1, "direct", NULL, NULL},  {"a.c", 10, 2, NULL, NULL, NULL},
        {"a.c", 9, 3, "pointer", NULL, NULL}, {"a.c", 10, 2, "direct", NULL, NULL},
        {NULL, 0, 0, NULL, NULL, NULL},       {"a\"\xc3\xa9", 1, 1, NULL, "int (*)(void)", "field"},
    };
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_CALL_SITES, sites, 6, NULL), CG_OK);
    ck_assert_str_eq(cg_metadata_get(graph, CG_ON_EDGE, 0, CG_KEY_CALL_SITES),
                     "[{\"column\":0,\"line\":0},"
                     "{\"column\":1,\"file\":\"a\\\"\xc3\xa9\",\"line\":1,\"reason\":\"field\","
                     "\"type\":\"int (*)(void)\"},"
                     "{\"column\":3,\"file\":\"a.c\",\"kind\":\"pointer\",\"line\":9},"
                     "{\"column\":2,\"file\":\"a.c\",\"line\":10},"
                     "{\"column\":1,\"file\":\"b.c\",\"line\":1}]");
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_OPEN_CALLS, NULL, 0, NULL), CG_OK);
    ck_assert_str_eq(cg_metadata_get(graph, CG_ON_NODE, 0, CG_KEY_OPEN_CALLS), "[]");
    cg_graph_free(graph);
}
END_TEST

START_TEST(sites_come_back_as_they_were_written)
{
    struct cg_graph *graph = one_call();
    struct cg_site_list *list;
    struct cg_site site = {"a.c", 7, 8, NULL, "void (int)", "a parameter"};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_OPEN_CALLS, &site, 1, NULL), CG_OK);
    ck_assert_int_eq(cg_sites_read(&list, graph, 0, CG_KEY_OPEN_CALLS, NULL), CG_OK);
    ck_assert_uint_eq(cg_site_list_count(list), 1);
    const struct cg_site *read = cg_site_list_at(list, 0);
    ck_assert(read->line == 7 && read->column == 8 && !read->kind);
    ck_assert_str_eq(read->file, "a.c");
    ck_assert_str_eq(read->type, "void (int)");
    ck_assert_str_eq(read->reason, "a parameter");
    cg_site_list_free(list);
    ck_assert_int_eq(cg_sites_read(&list, graph, 0, CG_KEY_ADDRESS_TAKEN, NULL), CG_OK);
    ck_assert_uint_eq(cg_site_list_count(list), 0);
    cg_site_list_free(list);
    cg_site_list_free(NULL);
    cg_graph_free(graph);
}
END_TEST

START_TEST(odd_values_are_refused_or_read_as_unknown)
{
    static const struct {
        const char *text;
        int status;
        size_t count;
    } cases[] = {
        {"null", CG_OK, 0},
        {"[ ]", CG_OK, 0},
        {"[{}]", CG_OK, 1},
        {"[{\"line\":-5,\"column\":1e3,\"file\":3}]", CG_OK, 1},
        {"[{\"line\":99999999999}]", CG_OK, 1},
        {"{}", CG_E_FORMAT, 0},
        {"3", CG_E_FORMAT, 0},
        {"[{},3]", CG_E_FORMAT, 0},
        {"[null]", CG_E_FORMAT, 0},
    };
    struct cg_graph *graph = one_call();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_site_list *list;
        struct cg_error error;
        set(graph, CG_ON_NODE, 0, CG_KEY_OPEN_CALLS, cases[i].text);
        int status = cg_sites_read(&list, graph, 0, CG_KEY_OPEN_CALLS, &error);
        ck_assert_msg(status == cases[i].status, "%s", cases[i].text);
        if (status) {
            ck_assert_ptr_nonnull(strstr(error.text, CG_KEY_OPEN_CALLS));
            continue;
        }
        ck_assert_uint_eq(cg_site_list_count(list), cases[i].count);
        for (size_t s = 0; s < cases[i].count; s++) {
            const struct cg_site *site = cg_site_list_at(list, s);
            ck_assert(!site->line && !site->column && !site->file);
        }
        cg_site_list_free(list);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(sites_that_no_file_can_hold_are_refused)
{
    struct cg_graph *graph = one_call();
    struct cg_site site = {"\xff", 1, 1, NULL, NULL, NULL};
    ck_assert_int_eq(cg_sites_write(graph, 0, CG_KEY_CALL_SITES, &site, 1, NULL), CG_E_ARGUMENT);
    site.file = "a.c";
    ck_assert_int_eq(cg_sites_write(graph, 9, CG_KEY_CALL_SITES, &site, 1, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(cg_metadata_get(graph, CG_ON_EDGE, 0, CG_KEY_CALL_SITES));
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        sites_are_written_sorted_and_once,
        sites_come_back_as_they_were_written,
        odd_values_are_refused_or_read_as_unknown,
        sites_that_no_file_can_hold_are_refused,
        NULL,
    };
    return run_tests("site", tests, 60);
}
