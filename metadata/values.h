/*
 * Shared by the accessors of kinds: values at a node, and parts of them.
 */
#ifndef METADATA_VALUES_H
#define METADATA_VALUES_H

#include <libcg/facts.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>
#include <libcg/value.h>

/** The value of a kind at a node. @return false if there is none */
bool value_at(struct cg_value *out, const struct cg_graph *graph, cg_node node, const char *key);

/** The integer value of a kind at a node. @return it, or -1 */
int64_t value_integer(const struct cg_graph *graph, cg_node node, const char *key);

/** An integer member. @return false if there is none */
bool value_member_integer(int64_t *out, const struct cg_value *object, const char *key);

/**
 * The string value of a kind at a node.
 *
 * @param out receives a copy to release with free, or NULL if there is none
 * @return CG_OK or CG_E_MEMORY
 */
int value_string(char **out, const struct cg_graph *graph, cg_node node, const char *key,
                 struct cg_error *error);

/** Whether a JSON string is one of the names of a node. */
bool value_names_node(const struct cg_value *string, const struct cg_graph *graph, cg_node node);

/** MetaCG's "sum on mismatch" of numbers: equal ones stay, others are added. */
cg_metadata_merge value_merge_sum_unless_equal;

/** The same for objects of numbers: all stay if the listed members are equal, else all are added.
 *  @param keys ended by NULL @return as cg_merge_sum */
int value_merge_sum_members(struct cg_text *out, const struct cg_merge_input *input,
                            const char *const *keys, struct cg_error *error);

#endif
