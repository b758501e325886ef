/*
 * Metadata: values that hang on the graph, its nodes and its edges, keyed by kind.
 *
 * A value is JSON text and stays the text it was read as until someone asks for more. Kinds nobody
 * registered are carried untouched. What a kind means when two graphs meet is told by a struct
 * cg_metadata_kind; a registry is an explicit list of them, passed to whoever merges.
 *
 * Not metadata here, because the graph itself holds it: origin, hasBody, `linkage`, `overrideMD`,
 * `entryFunction`, `callType` and `callKinds`. Readers and writers of files convert.
 */
#ifndef LIBCG_METADATA_H
#define LIBCG_METADATA_H

#include <libcg/common.h>
#include <libcg/graph.h>

#include <jansson.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a value hangs. */
enum cg_place {
    CG_ON_GRAPH = 1, /**< the whole graph; the number is ignored, pass 0 */
    CG_ON_NODE = 2,
    CG_ON_EDGE = 4,
};

/**
 * Set the value of a kind, replacing the one that is there.
 *
 * @param place  where
 * @param number node or edge
 * @param key    the kind's key, copied; UTF-8, not empty
 * @param text   one JSON value, copied without white space around it; checked to be well-formed
 * @param length bytes of text
 * @return CG_OK, CG_E_ARGUMENT, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(length + kinds there).
 */
CG_API int cg_metadata_set(struct cg_graph *graph, enum cg_place place, uint32_t number,
                           const char *key, const char *text, size_t length,
                           struct cg_error *error);

/** Remove the value of a kind, if it is there. */
CG_API void cg_metadata_remove(struct cg_graph *graph, enum cg_place place, uint32_t number,
                               const char *key);

/**
 * The JSON text of a value.
 *
 * @return the text, borrowed until the graph is freed, or NULL if there is none. O(kinds there).
 */
CG_API const char *cg_metadata_get(const struct cg_graph *graph, enum cg_place place,
                                   uint32_t number, const char *key);

/** A walk over the values at one place. Start with {0}. */
struct cg_metadata_walk {
    uint32_t state;   /**< for the library */
    const char *key;  /**< borrowed */
    const char *text; /**< borrowed */
    size_t length;    /**< of text */
};

/**
 * Step to the next value at a place, in order of key bytes.
 *
 * @return false when there are no more
 */
CG_API bool cg_metadata_next(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                             enum cg_place place, uint32_t number);

/**
 * A value as a JSON tree.
 *
 * @param out receives a new reference, or NULL when there is no such value
 * @return CG_OK, CG_E_FORMAT (jansson refuses the text) or CG_E_MEMORY
 */
CG_API int cg_metadata_json(json_t **out, const struct cg_graph *graph, enum cg_place place,
                            uint32_t number, const char *key, struct cg_error *error);

/* Kinds */

/** Growing text that a merge writes its result to. */
struct cg_text;

/** Append bytes. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_text_append(struct cg_text *text, const char *bytes, size_t length);

/** A JSON value as text. */
struct cg_value {
    const char *text;
    size_t length;
};

/**
 * Combine two different values of a kind. Must be commutative, associative and idempotent, so that
 * neither the order nor the grouping of merges can be seen in the result.
 *
 * @param out receives the JSON text of the result
 * @return CG_OK, or a failure, on which the merge as a whole fails
 */
typedef int cg_metadata_merge(struct cg_text *out, const struct cg_value *a,
                              const struct cg_value *b, struct cg_error *error);

/** What is known of a kind. */
struct cg_metadata_kind {
    const char *key;
    unsigned places;          /**< set of enum cg_place */
    cg_metadata_merge *merge; /**< how different values meet */
    const char *description;  /**< one line */
};

/* Strategies: ways to merge that kinds share. Each is commutative, associative and idempotent. */

/** Integers and reals: the larger; values that are no numbers: as cg_merge_greatest_text. */
CG_API cg_metadata_merge cg_merge_max;
/** Arrays as sets: united, elements kept as written, sorted (sites by file, line, column). */
CG_API cg_metadata_merge cg_merge_union;
/** The longer text, of equally long ones the greater by bytes. What unregistered kinds get. */
CG_API cg_metadata_merge cg_merge_greatest_text;
/** Objects: members united; where both have one and booleans differ, false; else greatest text. */
CG_API cg_metadata_merge cg_merge_members_and;
/** Objects: members united; where both have one and booleans differ, true; else greatest text. */
CG_API cg_metadata_merge cg_merge_members_or;

struct cg_registry;

/** Make an empty registry; release it with cg_registry_free. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_registry_new(struct cg_registry **out, struct cg_error *error);

/** Release a registry. NULL is allowed. */
CG_API void cg_registry_free(struct cg_registry *registry);

/**
 * Register a kind.
 *
 * @param kind borrowed; must outlive the registry
 * @return CG_OK, CG_E_CONFLICT when the key is taken, CG_E_ARGUMENT or CG_E_MEMORY
 */
CG_API int cg_registry_add(struct cg_registry *registry, const struct cg_metadata_kind *kind,
                           struct cg_error *error);

/** @return the kind of a key, or NULL. */
CG_API const struct cg_metadata_kind *cg_registry_find(const struct cg_registry *registry,
                                                       const char *key);

/** @return the registered kind number i, in order of registration, or NULL past the last. */
CG_API const struct cg_metadata_kind *cg_registry_at(const struct cg_registry *registry, size_t i);

#ifdef __cplusplus
}
#endif

#endif
