/*
 * What the unit tests share: graphs from and to text, random graphs, a runner.
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <libcg/file.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#include <check.h>

/* Check writes the place of each assertion that holds to a file, to name it should the test crash
 * after it. That is most of the time of tests with random graphs; sanitizers and debuggers tell
 * more of a crash. */
#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                   \
    ((expr) ? (void)0                                                                              \
            : _ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed", __VA_ARGS__))

/** Read text that must be well-formed; warnings are not looked at. */
struct cg_graph *graph_from(const char *text);

/** Write a graph. @return text to be freed; the test fails when writing does */
char *text_of(const struct cg_graph *graph, int version);

/** As text_of. @return NULL when writing fails, with the reason in error */
char *try_text_of(const struct cg_graph *graph, int version, struct cg_error *error);

/** An empty graph. */
struct cg_graph *new_graph(void);

/** Add a node. */
cg_node add_node(struct cg_graph *graph, const char *name, const char *origin, bool has_body,
                 enum cg_linkage linkage);

/** Add an edge. */
cg_edge add_edge(struct cg_graph *graph, cg_node caller, cg_node callee, unsigned kinds);

/** Set metadata. */
void set(struct cg_graph *graph, enum cg_place place, uint32_t number, const char *key,
         const char *text);

/** Numbers that are the same in every run. */
struct random {
    uint64_t state;
};
uint32_t draw(struct random *random, uint32_t below);
bool chance(struct random *random, uint32_t percent);

/** Run one suite of tests. @return the exit status of the program */
int run_tests(const char *name, const TTest *const *tests, double timeout);

/** The JSON text of a value, kept or decoded; NULL when there is none. Borrowed until the eighth
 *  call after this one. */
const char *text_at(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                    const char *key);

#endif
