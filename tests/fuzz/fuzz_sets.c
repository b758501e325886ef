/*
 * A set is refused with a place, or it is a set: what it has, its complement lacks.
 *
 * Input: a set, or definitions of sets.
 */
#include "fuzz.h"

#include <libcg/select.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 5

static const char graph_text[] =
    "{\"_CG\":{\"meta\":{},\"nodes\":{"
    "\"0\":{\"callees\":{\"1\":{},\"2\":{}},\"functionName\":\"main\",\"hasBody\":true,"
    "\"meta\":{\"unresolvedCalls\":[],\"numStatements\":3,\"loopDepth\":1},\"origin\":\"src/a.c\"},"
    "\"1\":{\"callees\":{\"2\":{}},\"functionName\":\"f\",\"hasBody\":true,"
    "\"meta\":{\"unresolvedCalls\":[{\"reason\":\"pointer\"}],\"signature\":\"int (void)\","
    "\"overrideMD\":{\"overriddenBy\":[\"2\"],\"overrides\":[]}},\"origin\":\"src/a.c\"},"
    "\"2\":{\"callees\":{\"3\":{},\"2\":{}},\"functionName\":\"g\",\"hasBody\":true,"
    "\"meta\":{\"unresolvedCalls\":[],\"stackSize\":{\"bytes\":64,\"kind\":\"static\","
    "\"source\":\"su\"},\"overrideMD\":{\"overriddenBy\":[],\"overrides\":[\"1\"]}},"
    "\"origin\":\"src/b.c\"},"
    "\"3\":{\"callees\":{},\"functionName\":\"printf\",\"hasBody\":false,\"meta\":{"
    "\"profile\":{\"metrics\":{\"time\":{\"exclusive\":2.5,\"unit\":\"sec\"}},\"visits\":7}},"
    "\"origin\":null},"
    "\"4\":{\"callees\":{},\"functionName\":\"_ZN1A1fEv\",\"hasBody\":true,\"meta\":{"
    "\"inlineInfo\":{\"isTemplate\":false,\"likelyInline\":true,\"markedAlwaysInline\":false,"
    "\"markedInline\":true}},\"origin\":\"c.cc\"}}},"
    "\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"sha\":\"\",\"version\":\"0.1\"},"
    "\"version\":\"4.0\"}}";

static void check_refusal(int status, const struct cg_error *error)
{
    FUZZ_CHECK(status == CG_E_FORMAT || status == CG_E_LIMIT || status == CG_E_CONFLICT ||
               status == CG_E_IO);
    FUZZ_CHECK(error->status == (enum cg_status)status && error->text[0]);
    FUZZ_CHECK(status != CG_E_FORMAT || error->column);
}

/* @return whether the set made by a format of one %s can be evaluated. */
static bool evaluate(bool *selected, struct cg_selector *selector, const char *format,
                     const char *text)
{
    char *set = malloc(strlen(format) + strlen(text) + 1);
    struct cg_error error = {0};
    FUZZ_CHECK(set != NULL);
    const char *place = strstr(format, "%s");
    sprintf(set, "%.*s%s%s", (int)(place - format), format, text, place + 2);
    int status = cg_select(selected, selector, set, &error);
    if (status) {
        check_refusal(status, &error);
    }
    free(set);
    return status == CG_OK;
}

static void check_operators(struct cg_selector *selector, const char *text, const bool *selected)
{
    bool other[NODES];
    if (evaluate(other, selector, "!(%s)", text)) {
        for (int i = 0; i < NODES; i++) {
            FUZZ_CHECK(other[i] != selected[i]);
        }
    }
    if (evaluate(other, selector, "(%s) & *", text)) {
        FUZZ_CHECK(memcmp(other, selected, sizeof other) == 0);
    }
    if (evaluate(other, selector, "reaches(%s)", text)) {
        for (int i = 0; i < NODES; i++) {
            FUZZ_CHECK(other[i] || !selected[i]);
        }
    }
}

/* A byte order mark counts at the beginning alone, so such a set is no operand as it stands. */
static bool begins_with_mark(const char *text)
{
    return strncmp(text, "\xef\xbb\xbf", 3) == 0;
}

static void check_set(struct cg_selector *selector, const char *text)
{
    bool selected[NODES], is_name;
    struct cg_error error = {0}, same = {0};
    int checked = cg_select_check(text, &is_name, &error);
    int status = cg_select(selected, selector, text, &same);
    if (checked) {
        check_refusal(checked, &error);
        FUZZ_CHECK(status != CG_OK);
    }
    if (status) {
        check_refusal(status, &same);
    } else if (!begins_with_mark(text)) {
        check_operators(selector, text, selected);
    }
}

/* Only what is in memory: no file that the input names. */
static bool reads_files(const char *text)
{
    return strchr(text, '@') != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    struct cg_graph *graph = fuzz_read(graph_text, sizeof graph_text - 1, NULL);
    struct cg_selector *selector;
    struct cg_error error = {0};
    FUZZ_CHECK(text && graph && !cg_graph_freeze(graph, NULL));
    FUZZ_CHECK(cg_graph_node_count(graph) == NODES);
    memcpy(text, data, size);
    text[size] = '\0';
    if (!reads_files(text)) {
        FUZZ_CHECK(!cg_selector_new(&selector, graph, NULL, NULL));
        check_set(selector, text);
        int status = cg_selector_define(selector, text, "input", &error);
        if (status) {
            check_refusal(status, &error);
        }
        check_set(selector, text);
        cg_selector_free(selector);
    }
    cg_graph_free(graph);
    free(text);
    return 0;
}
