/*
 * A graph is refused, or linked: what that says can be written and read, linked again and unlinked.
 *
 * Input: an .mcg file with pointer facts and classes.
 */
#include "fuzz.h"

#include <libcg/link.h>

#include <stdlib.h>
#include <string.h>

static void check_same_text(const struct cg_graph *graph, const char *text, size_t length)
{
    size_t same_length;
    char *same = fuzz_write(graph, 4, &same_length);
    FUZZ_CHECK(same && length == same_length && memcmp(text, same, length) == 0);
    free(same);
}

static void check_report(const struct cg_link_report *report)
{
    FUZZ_CHECK(cg_link_report_count(report, CG_LINK_POINTER_RESOLVED) <=
               cg_link_report_count(report, CG_LINK_POINTER_CALLS));
    FUZZ_CHECK(cg_link_report_count(report, CG_LINK_VIRTUAL_RESOLVED) <=
               cg_link_report_count(report, CG_LINK_VIRTUAL_CALLS));
    FUZZ_CHECK(cg_link_report_count(report, CG_LINK_MOST_CALLEES) <=
               cg_link_report_count(report, CG_LINK_CALLEES));
}

/* Linked again, and unlinked. */
static void check_linked(struct cg_graph *graph, const struct cg_link_options *options)
{
    size_t length;
    char *text = fuzz_write(graph, 4, &length);
    FUZZ_CHECK(text != NULL);
    struct cg_graph *back = fuzz_read(text, length, NULL);
    FUZZ_CHECK(back != NULL);
    check_same_text(back, text, length);
    int status = cg_graph_link(back, options, NULL, NULL);
    FUZZ_CHECK(status == CG_OK || status == CG_E_FORMAT);
    status = cg_graph_unlink(graph, NULL);
    FUZZ_CHECK(status == CG_OK || status == CG_E_FORMAT);
    FUZZ_CHECK(cg_graph_freeze(graph, NULL) == CG_OK);
    cg_graph_free(back);
    free(text);
}

static void link_as(const uint8_t *data, size_t size, const struct cg_link_options *options)
{
    struct cg_graph *graph = fuzz_read(data, size, NULL);
    struct cg_link_report *report = NULL;
    struct cg_error error = {0};
    if (!graph) {
        return;
    }
    int status = cg_graph_link(graph, options, &report, &error);
    if (status) {
        FUZZ_CHECK(status == CG_E_FORMAT || status == CG_E_LIMIT);
        FUZZ_CHECK(error.status == (enum cg_status)status && error.text[0]);
    } else {
        check_report(report);
        check_linked(graph, options);
    }
    cg_link_report_free(report);
    cg_graph_free(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Read once, as they are always the same: a megabyte, of which linking looks at little. */
    static struct cg_summaries *summaries;
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    FUZZ_CHECK(summaries || cg_summaries_new(&summaries, NULL) == CG_OK);
    options.summaries = summaries;
    link_as(data, size, &options);
    options.virtual_mode = CG_VIRTUAL_CHA;
    options.world = CG_WORLD_OPEN;
    options.types = true;
    options.promised = CG_PROMISE_TYPED_CALLS | CG_PROMISE_LIBRARY_DATA;
    link_as(data, size, &options);
    return 0;
}
