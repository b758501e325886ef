/*
 * Metadata: values attached to the graph, its nodes and its edges, keyed by kind.
 *
 * A value is JSON text and is kept as it was read. Only data that the graph itself is made of is
 * kept decoded: facts.h and site.h read it, and cg_metadata_text writes it as JSON. Unregistered
 * kinds are kept unchanged. A struct cg_metadata_kind defines a kind: its key, where it belongs,
 * how its values are checked and merged. A registry is an explicit list of kinds, passed to each
 * operation that needs it.
 *
 * Not metadata in this API, because the graph itself holds it: origin, hasBody, `linkage`,
 * `overrideMD`, `entryFunction`, `callType` and `callKinds`. Readers and writers of files convert.
 */
#ifndef LIBCG_METADATA_H
#define LIBCG_METADATA_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a value is attached. */
enum cg_place {
    CG_ON_GRAPH = 1, /**< the whole graph; the number is ignored, pass 0 */
    CG_ON_NODE = 2,
    CG_ON_EDGE = 4,
};

/** A JSON value as text. */
struct cg_value {
    const char *text;
    size_t length;
};

/**
 * Set the value of a kind, replacing an existing one.
 *
 * @param place  where
 * @param number node or edge
 * @param key    the kind's key, copied; UTF-8, not empty
 * @param value  copied without surrounding white space; checked to be well-formed
 * @return CG_OK, CG_E_ARGUMENT, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(length + kinds there).
 */
CG_API int cg_metadata_set(struct cg_graph *graph, enum cg_place place, uint32_t number,
                           const char *key, const struct cg_value *value, struct cg_error *error);

/** Remove the value of a kind, if there is one. */
CG_API void cg_metadata_remove(struct cg_graph *graph, enum cg_place place, uint32_t number,
                               const char *key);

/** @return whether there is a value of a kind. O(kinds there). */
CG_API bool cg_metadata_has(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *key);

/**
 * The JSON text of a value.
 *
 * @return the text, to be released with free(), or NULL if there is none or memory is exhausted.
 *         O(kinds there + its length).
 */
CG_API char *cg_metadata_text(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                              const char *key);

/**
 * The JSON text of a value that the graph keeps as text.
 *
 * @return the text, borrowed until the graph is freed; NULL if there is none or it is kept decoded:
 *         sites (site.h), `evidence` and `names`. O(kinds there).
 */
CG_API const char *cg_metadata_get(const struct cg_graph *graph, enum cg_place place,
                                   uint32_t number, const char *key);

/**
 * The part of the metadata at a place that a path selects: a key, or a key and members, as in
 * "stackSize.bytes"; see cg_value_at. A kind whose key is the whole path comes first. A
 * metric of a profile needs no "metrics" in its path: "profile.time.exclusive" means
 * "profile.metrics.time.exclusive".
 *
 * @param out    borrowed from the graph, or from *buffer
 * @param buffer holds the text of values that are kept decoded. Start with *buffer NULL, pass the
 *               same pointer in each call, and free *buffer at the end
 * @return false if there is no such part; *out is then unchanged. If memory is exhausted, true with
 *         NULL as the text of *out. O(kinds there + length of the value).
 */
CG_API bool cg_metadata_at(struct cg_value *out, const struct cg_graph *graph, enum cg_place place,
                           uint32_t number, const char *path, char **buffer);

/** As cg_metadata_at, as a number: `true` is 1, `false` 0, an array the number of its elements.
 *  @return false when there is no such number; *out is then as it was. If memory is exhausted, true
 *          with NaN, which no value is */
CG_API bool cg_metadata_number(double *out, const struct cg_graph *graph, enum cg_place place,
                               uint32_t number, const char *path, char **buffer);

/**
 * The unit of a number among the metadata, as a profile declares it ("sec", "bytes", "occ") or as
 * its kind has it.
 *
 * @param unit receives a string to release with free; NULL: it is a count
 * @param path as cg_metadata_at takes it
 * @return CG_OK or CG_E_MEMORY. O(metadata).
 */
CG_API int cg_metadata_unit(char **unit, const struct cg_graph *graph, enum cg_place place,
                            const char *path, struct cg_error *error);

/** A walk over the values at one place. Start with {0}. */
struct cg_metadata_walk {
    const char *key; /**< borrowed from the graph */
    uint32_t state;  /**< this and the following members are for the library */
    enum cg_place place;
    char *buffer;
};

/**
 * Step to the next value at a place, in order of key bytes.
 *
 * @return false when there are no more; to stop earlier, call cg_metadata_walk_end
 */
CG_API bool cg_metadata_next(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                             enum cg_place place, uint32_t number);

/**
 * Step to the next member next to `meta` in files that the library does not know: of a function,
 * or, with CG_ON_GRAPH, at the top of the file. In order of key bytes.
 *
 * @return false when there are no more
 */
CG_API bool cg_unknown_member_next(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                                   enum cg_place place, uint32_t number);

/** @return the JSON text of the current value of a walk, terminated, borrowed until the next step;
 *          NULL as its text if memory is exhausted. O(1); O(length) if it is kept decoded. */
CG_API struct cg_value cg_metadata_walk_value(struct cg_metadata_walk *walk,
                                              const struct cg_graph *graph);

/** End a walk early. */
CG_API void cg_metadata_walk_end(struct cg_metadata_walk *walk);

/* Kinds */

/** Growing text, to which a merge writes its result. */
struct cg_text;

/** Append bytes. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_text_append(struct cg_text *text, const char *bytes, size_t length);

/** Append a finite number as the shortest JSON that reads as the same, in no locale; whole numbers
 *  below 2^53 without point and exponent. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_text_append_number(struct cg_text *text, double number);

/**
 * Write a value.
 *
 * @param out  receives the JSON text; append nothing for no value
 * @param user as in struct cg_metadata_writer
 * @return CG_OK, or a failure
 */
typedef int cg_metadata_write(struct cg_text *out, void *user, struct cg_error *error);

/** A function that writes a value, with its argument. */
struct cg_metadata_writer {
    cg_metadata_write *write;
    void *user; /**< passed to write */
};

/**
 * Set the value of a kind to what a function writes; if it writes nothing, the existing value
 * stays.
 *
 * @return what `write` returns unless that is CG_OK, else as cg_metadata_set
 */
CG_API int cg_metadata_make(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *key, const struct cg_metadata_writer *writer,
                            struct cg_error *error);

/** @return the text appended from a byte on, borrowed until the next append. Lets a function
 *          continue what another one wrote. */
CG_API struct cg_value cg_text_since(const struct cg_text *text, size_t byte);

/** @return the number of bytes appended. */
CG_API size_t cg_text_length(const struct cg_text *text);

/** Two values of a kind to merge. */
struct cg_merge_input {
    struct cg_value a;   /**< the existing value */
    struct cg_value b;   /**< the new value */
    enum cg_place place; /**< where they are attached */
    bool a_defined;      /**< the side of `a` defines the function; for an edge, its caller */
    bool b_defined;
    /** The side that determines origin and linkage of the function by the rule of cg_graph_merge:
     *  negative `a`, positive `b`, 0 if the sides agree or the place is the graph. */
    int definer;
};

/**
 * Merge two values of a kind.
 *
 * @param out receives the JSON text of the result
 * @return CG_OK, or a failure, which fails the whole merge
 */
typedef int cg_metadata_merge(struct cg_text *out, const struct cg_merge_input *input,
                              struct cg_error *error);

/**
 * Check that a value has the shape of its kind. Unknown members are allowed.
 *
 * @param error on failure `text` describes the fault, such as "is not an integer"
 * @return CG_OK or CG_E_FORMAT
 */
typedef int cg_metadata_check(const struct cg_value *value, enum cg_place place,
                              struct cg_error *error);

/** Version of struct cg_metadata_kind and of all it refers to. Changes with them. */
#define CG_METADATA_ABI 3u
/** The oldest version this library accepts. */
#define CG_METADATA_ABI_OLDEST 3u

/** The definition of a kind. */
struct cg_metadata_kind {
    unsigned abi;             /**< CG_METADATA_ABI */
    const char *key;          /**< as in files */
    unsigned places;          /**< set of enum cg_place */
    const char *strategy;     /**< name of the default strategy */
    cg_metadata_merge *merge; /**< strategy "custom": the kind's own merge; or NULL */
    /** Strategy "metacg": MetaCG's merge, if it differs from the default; or NULL. May depend on
     *  the order of graphs. */
    cg_metadata_merge *metacg;
    cg_metadata_check *check; /**< NULL: every value is valid */
    const char *description;  /**< one line */
    /** Name of the tool that collects it; for a plug-in the name of a collector (libcg/collect.h).
     *  NULL if nothing collects it. */
    const char *collector;
    /** Values describe the function's body, so several definitions of one function must agree on
     *  them: disagreement is reported as a conflict. */
    bool of_definition;
    /** Files have this key, but the graph itself holds the data (see the top of this header). Its
     *  merge is fixed; `strategy` only describes it. */
    bool structural;
    /** `check` gives the same result for two values that differ only in digits of numbers, except
     *  zero and numbers of more than 15 digits. This saves most of the checks. */
    bool digits_alike;
    /** Since version 2. Strategy "sum", if adding each number would be wrong; else NULL. */
    cg_metadata_merge *sum;
};

/* Strategies: named ways to merge values. */

/** A way to merge values of any kind. */
struct cg_strategy {
    const char *name;
    cg_metadata_merge *merge;
    bool counts;             /**< equal values are merged too: one and one make two */
    bool ordered;            /**< the result depends on the order of the graphs */
    const char *description; /**< one line */
};

/** @return the strategy of a name, or NULL. Excludes those of kinds ("custom", "metacg"). */
CG_API const struct cg_strategy *cg_strategy_find(const char *name);

/** @return the number of strategies. */
CG_API size_t cg_strategy_count(void);

/** @return strategy number i, in order of name, or NULL past the last. */
CG_API const struct cg_strategy *cg_strategy_at(size_t i);

/* The strategies as functions, for use in other merges. All except first, last, sum and equal are
 * commutative, associative and idempotent. Numbers are compared and added exactly, whatever their
 * length. */

/** The longer text; of equally long ones the greater by bytes; null loses to everything. The
 *  strategy of unregistered kinds. */
CG_API cg_metadata_merge cg_merge_greatest;
/** The value of the side that determines the function (cg_merge_input.definer); if the sides
 *  agree or neither defines it, as cg_merge_greatest. Associative as long as each definition has
 *  a value. */
CG_API cg_metadata_merge cg_merge_definition;
/** Numbers: the larger. Objects: all members; those that both have are merged likewise, to any
 *  depth. A number wins over an object, and an object over any other value; two others: as
 *  cg_merge_greatest. */
CG_API cg_metadata_merge cg_merge_max;
/** As cg_merge_max, but the smaller. */
CG_API cg_metadata_merge cg_merge_min;
/** As cg_merge_max, but the sum. The sum of integers is an integer, any other has a point. Of two
 *  numbers more than 4096 decimal places apart the result is the one further from zero. Not
 *  idempotent. */
CG_API cg_metadata_merge cg_merge_sum;
/** Booleans: true if either is. Objects as in cg_merge_max; a boolean wins over an object, and an
 *  object over any other value. */
CG_API cg_metadata_merge cg_merge_or;
/** As cg_merge_or, but true if both are. */
CG_API cg_metadata_merge cg_merge_and;
/** Arrays as sets: their union, elements as written except for white space, sorted (sites by file,
 *  line, column). Objects as in cg_merge_max; an array wins over an object, and an object over any
 *  other value. */
CG_API cg_metadata_merge cg_merge_union;
/** Keep the existing value. */
CG_API cg_metadata_merge cg_merge_first;
/** Take the new value. */
CG_API cg_metadata_merge cg_merge_last;
/** Fail with CG_E_CONFLICT unless the values are equal as JSON, whatever the order of members and
 *  the spelling of strings and numbers; else as cg_merge_greatest. */
CG_API cg_metadata_merge cg_merge_equal;

/** How values of one type are merged, in objects of any depth. */
struct cg_member_merge {
    /** Whether a value is of the type concerned. */
    bool (*is)(const struct cg_value *value);
    /** Merge two values of the type. @return as cg_metadata_merge */
    int (*meet)(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                struct cg_error *error);
    bool counts; /**< equal values are merged too */
};

/**
 * Merge two values member by member, to any depth, as the strategies above do. Two values of the
 * type are merged by `meet`, two other objects member by member; a member that only
 * one side has is kept. A value of the type wins over an object, and an object over any other
 * value; two others are merged as in cg_merge_greatest. Commutative, associative and idempotent if
 * `meet` is.
 *
 * @return CG_OK, CG_E_MEMORY or what `meet` returns. O(n log n).
 */
CG_API int cg_merge_members(struct cg_text *out, const struct cg_merge_input *input,
                            const struct cg_member_merge *how, struct cg_error *error);

/* Registries */

struct cg_registry;

/** Make an empty registry; release it with cg_registry_free. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_registry_new(struct cg_registry **out, struct cg_error *error);

/** Release a registry. NULL is allowed. */
CG_API void cg_registry_free(struct cg_registry *registry);

/**
 * Register a kind.
 *
 * @param kind borrowed; must outlive the registry
 * @return CG_OK; CG_E_CONFLICT when the key is taken; CG_E_ARGUMENT when its ABI version is not
 *         supported, it lacks a key, a one-line description, an existing strategy or places, or its
 *         key cannot be used on command lines and in files ("all", "none", "edgeMetadata", not
 *         UTF-8, with control characters, ',' or '=', beginning with '-'); or CG_E_MEMORY
 */
CG_API int cg_registry_add(struct cg_registry *registry, const struct cg_metadata_kind *kind,
                           struct cg_error *error);

/** @return the kind of a key, or NULL. Expected O(1). */
CG_API const struct cg_metadata_kind *cg_registry_find(const struct cg_registry *registry,
                                                       const char *key);

/** @return the number of registered kinds. */
CG_API size_t cg_registry_count(const struct cg_registry *registry);

/** @return the registered kind number i, in order of key, or NULL past the last. */
CG_API const struct cg_metadata_kind *cg_registry_at(const struct cg_registry *registry, size_t i);

/**
 * Override how values of a kind are merged.
 *
 * @param key  of a kind, registered or not
 * @param name of a strategy: one of cg_strategy_at; for registered kinds also "custom" if they have
 *             it, and "metacg", which means the default if the kind has no other
 * @return CG_OK; CG_E_ARGUMENT when there is no such strategy, or the kind is structural; or
 *         CG_E_MEMORY
 */
CG_API int cg_registry_set_strategy(struct cg_registry *registry, const char *key, const char *name,
                                    struct cg_error *error);

/** @return the strategy for a key; `name` is the override or the kind's default; never NULL.
 *          Expected O(1). */
CG_API const struct cg_strategy *cg_registry_strategy(const struct cg_registry *registry,
                                                      const char *key);

#ifdef __cplusplus
}
#endif

#endif
