/*
 * What the accessors of kinds share: values at a node, and parts of them.
 */
#ifndef METADATA_VALUES_H
#define METADATA_VALUES_H

#include <libcg/facts.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>
#include <libcg/value.h>

/** The value of a kind at a node. @return false when there is none */
bool value_at(struct cg_value *out, const struct cg_graph *graph, cg_node node, const char *key);

/** The integer that is the value of a kind at a node. @return it, or -1 */
int64_t value_integer(const struct cg_graph *graph, cg_node node, const char *key);

/** The integer that is a member. @return false when there is no such */
bool value_member_integer(int64_t *out, const struct cg_value *object, const char *key);

/**
 * The string that is the value of a kind at a node.
 *
 * @param out receives a copy to release with free, or NULL when there is none
 * @return CG_OK or CG_E_MEMORY
 */
int value_string(char **out, const struct cg_graph *graph, cg_node node, const char *key,
                 struct cg_error *error);

/** Whether a JSON string is one of the names of a node. */
bool value_names_node(const struct cg_value *string, const struct cg_graph *graph, cg_node node);

/** MetaCG's "sum on mismatch" of numbers: what is equal stays, what is not is added. */
cg_metadata_merge value_merge_sum_unless_equal;

/** The same of objects of numbers: all stay when the members named are equal, else all are added.
 *  @param keys ended by NULL @return as cg_merge_sum */
int value_merge_sum_members(struct cg_text *out, const struct cg_merge_input *meeting,
                            const char *const *keys, struct cg_error *error);

#endif
