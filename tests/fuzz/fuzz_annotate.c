/*
 * A file of annotations is refused with a place, or its values are in the graph; repeating it
 * changes nothing, and the graph can be written and read.
 *
 * Input: JSON lines, CSV, .su or .ci.
 */
#include "fuzz.h"

#include <libcg/annotate.h>

#include <stdlib.h>
#include <string.h>

static const char graph_text[] =
    "{\"_CG\":{\"meta\":{},\"nodes\":{"
    "\"0\":{\"callees\":{},\"functionName\":\"main\",\"hasBody\":true,\"meta\":{},\"origin\":\"a."
    "c\"},"
    "\"1\":{\"callees\":{},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{\"linkage\":"
    "\"internal\"},"
    "\"origin\":\"src/a.c\"},"
    "\"2\":{\"callees\":{},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{\"linkage\":"
    "\"internal\"},"
    "\"origin\":\"src/b.c\"},"
    "\"3\":{\"callees\":{},\"functionName\":\"_ZN2ns1AC1Ei\",\"hasBody\":true,\"meta\":{"
    "\"names\":[\"_ZN2ns1AC2Ei\"],\"sourceRange\":{\"begin\":{\"column\":1,\"line\":3},"
    "\"end\":{\"column\":9,\"line\":4}}},\"origin\":\"b.cc\"},"
    "\"4\":{\"callees\":{},\"functionName\":\"_ZN2ns5twiceIiEET_S1_\",\"hasBody\":true,\"meta\":{"
    "\"definedIn\":[{\"column\":1,\"file\":\"b.cc\",\"line\":6}]},\"origin\":null}}},"
    "\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"sha\":\"\",\"version\":\"0.1\"},"
    "\"version\":\"4.0\"}}";

/* Names of the input itself, so that spelled names of any shape are taken apart. */
static const uint8_t *input;
static size_t input_length;

static char *demangle(const char *name)
{
    size_t length = input_length < 200 ? input_length : 200;
    char *text = NULL;
    if (strcmp(name, "_ZN2ns1AC1Ei") == 0) {
        text = strdup("ns::A::A(int)");
    } else if (strcmp(name, "_ZN2ns5twiceIiEET_S1_") == 0) {
        text = strdup("int ns::twice<int>(int)");
    } else if (strcmp(name, "main") == 0) {
        text = calloc(1, length + 1);
        FUZZ_CHECK(text != NULL);
        memcpy(text, input, length);
    }
    return text;
}

static void count(void *user, const struct cg_error *where)
{
    uint64_t *warnings = user;
    FUZZ_CHECK(where->text[0] && where->line && where->column);
    ++*warnings;
}

static int annotate(struct cg_graph *graph, const struct cg_annotate_options *options,
                    uint64_t *counts, struct cg_error *error)
{
    struct cg_annotator *annotator;
    FUZZ_CHECK(!cg_annotator_new(&annotator, graph, options, error));
    int status = cg_annotator_memory(annotator, input, input_length, "input", error);
    for (int i = CG_ANNOTATED_ENTRIES; i <= CG_ANNOTATED_AMBIGUOUS; i++) {
        counts[i] = cg_annotator_count(annotator, (enum cg_annotated)i);
    }
    cg_annotator_free(annotator);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_graph *graph = fuzz_read(graph_text, sizeof graph_text - 1, NULL);
    uint64_t counts[CG_ANNOTATED_AMBIGUOUS + 1];
    struct cg_error error = {0};
    uint64_t warnings = 0;
    const struct cg_annotate_options options = {CG_ANNOTATE_OPTIONS_VERSION, .warn = count,
                                                .user = &warnings, .demangle = demangle};
    input = data;
    input_length = size;
    FUZZ_CHECK(graph != NULL);
    int status = annotate(graph, &options, counts, &error);
    if (status) {
        FUZZ_CHECK(status == CG_E_FORMAT || status == CG_E_LIMIT);
        FUZZ_CHECK(error.status == (enum cg_status)status && error.text[0] && error.line);
    } else {
        FUZZ_CHECK(warnings == counts[CG_ANNOTATED_UNMATCHED] + counts[CG_ANNOTATED_AMBIGUOUS]);
        FUZZ_CHECK(counts[CG_ANNOTATED_ENTRIES] >= warnings);
        FUZZ_CHECK(counts[CG_ANNOTATED_VALUES] >= counts[CG_ANNOTATED_FUNCTIONS]);
        size_t length, same_length;
        char *text = fuzz_write(graph, 4, &length);
        FUZZ_CHECK(!annotate(graph, &options, counts, &error));
        char *same = fuzz_write(graph, 4, &same_length);
        FUZZ_CHECK(length == same_length && memcmp(text, same, length) == 0);
        struct cg_graph *back = fuzz_read(text, length, NULL);
        FUZZ_CHECK(back != NULL);
        cg_graph_free(back);
        free(text);
        free(same);
    }
    cg_graph_free(graph);
    return 0;
}
