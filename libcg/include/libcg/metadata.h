/*
 * Metadata: values that hang on the graph, its nodes and its edges, keyed by kind.
 *
 * A value is JSON text and stays the text it was read as. Only what the graph itself is made of is
 * kept decoded: facts.h and site.h ask for it, and cg_metadata_text writes it as JSON. Kinds nobody
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

#ifdef __cplusplus
extern "C" {
#endif

/** Where a value hangs. */
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
 * Set the value of a kind, replacing the one that is there.
 *
 * @param place  where
 * @param number node or edge
 * @param key    the kind's key, copied; UTF-8, not empty
 * @param value  copied without white space around it; checked to be well-formed
 * @return CG_OK, CG_E_ARGUMENT, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(length + kinds there).
 */
CG_API int cg_metadata_set(struct cg_graph *graph, enum cg_place place, uint32_t number,
                           const char *key, const struct cg_value *value, struct cg_error *error);

/** Remove the value of a kind, if it is there. */
CG_API void cg_metadata_remove(struct cg_graph *graph, enum cg_place place, uint32_t number,
                               const char *key);

/** @return whether there is a value of a kind. O(kinds there). */
CG_API bool cg_metadata_has(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *key);

/**
 * The JSON text of a value.
 *
 * @return the text, to be released with free(), or NULL if there is none, or memory is out.
 *         O(kinds there + its length).
 */
CG_API char *cg_metadata_text(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                              const char *key);

/**
 * The JSON text of a value that the graph keeps as text.
 *
 * @return the text, borrowed until the graph is freed, or NULL if there is none, or it is kept
 *         decoded: sites (site.h), `evidence` and `names`. O(kinds there).
 */
CG_API const char *cg_metadata_get(const struct cg_graph *graph, enum cg_place place,
                                   uint32_t number, const char *key);

/**
 * The part of the metadata of a place that a path leads to: a key, or a key and members, as in
 * "stackSize.bytes"; see cg_value_at. A kind whose key is all of the path comes first.
 *
 * @param out    borrowed from the graph, or from *buffer
 * @param buffer NULL inside at first: text made of a value that is kept decoded; from call to call
 *               the same, in the end to be released with free()
 * @return false when there is none; *out is then as it was. O(kinds there + length of the value).
 */
CG_API bool cg_metadata_at(struct cg_value *out, const struct cg_graph *graph, enum cg_place place,
                           uint32_t number, const char *path, char **buffer);

/** A walk over the values at one place. Start with {0}. */
struct cg_metadata_walk {
    const char *key; /**< borrowed from the graph */
    uint32_t state;  /**< for the library, as what follows */
    enum cg_place place;
    char *buffer;
};

/**
 * Step to the next value at a place, in order of key bytes.
 *
 * @return false when there are no more; a walk that stops before needs cg_metadata_walk_end
 */
CG_API bool cg_metadata_next(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                             enum cg_place place, uint32_t number);

/**
 * Step to the next member that files have beside `meta` and the library does not know: of a
 * function, or, with CG_ON_GRAPH, at the top of the file. In order of key bytes.
 *
 * @return false when there are no more
 */
CG_API bool cg_unknown_member_next(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                                   enum cg_place place, uint32_t number);

/** @return the JSON text of the value a walk is at, terminated, borrowed until it goes on. O(1);
 *          O(length) of what is kept decoded. */
CG_API struct cg_value cg_metadata_walk_value(struct cg_metadata_walk *walk,
                                              const struct cg_graph *graph);

/** End a walk before its end. */
CG_API void cg_metadata_walk_end(struct cg_metadata_walk *walk);

/* Kinds */

/** Growing text that a merge writes its result to. */
struct cg_text;

/** Append bytes. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_text_append(struct cg_text *text, const char *bytes, size_t length);

/** Append a finite number as the shortest JSON that reads as the same, in no locale; a whole one
 *  below 2^53 without point and exponent. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_text_append_number(struct cg_text *text, double number);

/**
 * Writes a value.
 *
 * @param out  receives the JSON text; nothing appended means no value
 * @param user as in struct cg_metadata_writer
 * @return CG_OK, or a failure
 */
typedef int cg_metadata_write(struct cg_text *out, void *user, struct cg_error *error);

/** What writes a value. */
struct cg_metadata_writer {
    cg_metadata_write *write;
    void *user; /**< handed to write */
};

/**
 * Set the value of a kind to what a function writes; when that is nothing, what is there stays.
 *
 * @return what `write` returns unless that is CG_OK, else as cg_metadata_set
 */
CG_API int cg_metadata_make(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *key, const struct cg_metadata_writer *writer,
                            struct cg_error *error);

/** @return what was appended from a byte on, borrowed until more is; to go on with what another
 *          function wrote. */
CG_API struct cg_value cg_text_since(const struct cg_text *text, size_t byte);

/** @return how many bytes were appended. */
CG_API size_t cg_text_length(const struct cg_text *text);

/** Two values of a kind that meet as graphs are merged. */
struct cg_merge_input {
    struct cg_value a;   /**< what is there */
    struct cg_value b;   /**< what comes */
    enum cg_place place; /**< where they hang */
    bool a_defined;      /**< the side of `a` defines the function; of an edge, its caller */
    bool b_defined;
    /** Which side tells what the function is, by the rule of cg_graph_merge that chooses origin and
     *  linkage: negative `a`, positive `b`, 0 when they agree or the place is the graph. */
    int definer;
};

/**
 * Combine two values of a kind.
 *
 * @param out receives the JSON text of the result
 * @return CG_OK, or a failure, on which the merge as a whole fails
 */
typedef int cg_metadata_merge(struct cg_text *out, const struct cg_merge_input *meeting,
                              struct cg_error *error);

/**
 * Look whether a value has the shape of its kind. Members beyond those a kind knows are in order.
 *
 * @param error on failure `text` says what is wrong, such as "is not an integer"
 * @return CG_OK or CG_E_FORMAT
 */
typedef int cg_metadata_check(const struct cg_value *value, enum cg_place place,
                              struct cg_error *error);

/** Version of struct cg_metadata_kind and of all it refers to. Grows when they change. */
#define CG_METADATA_ABI 3u
/** The oldest version this library still takes. */
#define CG_METADATA_ABI_OLDEST 3u

/** What is known of a kind. */
struct cg_metadata_kind {
    unsigned abi;             /**< CG_METADATA_ABI */
    const char *key;          /**< as in files */
    unsigned places;          /**< set of enum cg_place */
    const char *strategy;     /**< name of the default strategy */
    cg_metadata_merge *merge; /**< its own way to merge, strategy "custom"; or NULL */
    /** MetaCG's way, strategy "metacg", where the default is another; or NULL. May depend on the
     *  order of graphs. */
    cg_metadata_merge *metacg;
    cg_metadata_check *check; /**< NULL: every value will do */
    const char *description;  /**< one line */
    /** What collects it: the name of a tool, of plug-ins that of a collector (libcg/collect.h);
     * NULL when nothing does. */
    const char *collector;
    /** A value tells what the function's body is, so several definitions of one function must agree
     *  on it: reported as a conflict where they do not. */
    bool of_definition;
    /** Files have it under this key, but the graph itself holds it (see the top of this header):
     * how it meets is fixed, and the strategy only tells it. */
    bool structural;
    /** `check` finds the same of two values that differ only in digits of numbers, those of zero
     *  and numbers of more than 15 digits aside: saves it most of the looks. */
    bool digits_alike;
    /** Since version 2: its way of strategy "sum", where adding up each number would be wrong; NULL
     *  where it is not. */
    cg_metadata_merge *sum;
};

/* Strategies: ways in which values meet, by name. */

/** A way in which values of any kind can meet. */
struct cg_strategy {
    const char *name;
    cg_metadata_merge *merge;
    bool counts;             /**< equal values meet too: one and one are two */
    bool ordered;            /**< the result depends on the order of the graphs */
    const char *description; /**< one line */
};

/** @return the strategy of a name, or NULL. Those of kinds ("custom", "metacg") are not here. */
CG_API const struct cg_strategy *cg_strategy_find(const char *name);

/** @return how many strategies there are. */
CG_API size_t cg_strategy_count(void);

/** @return strategy number i, in order of name, or NULL past the last. */
CG_API const struct cg_strategy *cg_strategy_at(size_t i);

/* What the strategies do, for merges of one's own. All but first, last, sum and equal are
 * commutative, associative and idempotent. Numbers are compared and added exactly, however long. */

/** The longer text, of equally long ones the greater by bytes; null loses to all. What unregistered
 *  kinds get. */
CG_API cg_metadata_merge cg_merge_greatest;
/** The value of the side that tells what the function is (cg_merge_input.definer); where they
 * agree, or neither defines it, as cg_merge_greatest. Associative as long as each definition has a
 * value. */
CG_API cg_metadata_merge cg_merge_definition;
/** Numbers: the larger. Objects: members united, those that both have as here, to any depth.
 * Numbers beat objects and these all else; two of that: as cg_merge_greatest. */
CG_API cg_metadata_merge cg_merge_max;
/** As cg_merge_max, the smaller. */
CG_API cg_metadata_merge cg_merge_min;
/** As cg_merge_max, the sum. Integers give an integer, else the sum has a point. Of numbers more
 *  than 4096 places apart it is the one further from zero. Not idempotent. */
CG_API cg_metadata_merge cg_merge_sum;
/** Booleans: true when one is. Objects as in cg_merge_max; booleans beat them, and these all else.
 */
CG_API cg_metadata_merge cg_merge_or;
/** As cg_merge_or: true when both are. */
CG_API cg_metadata_merge cg_merge_and;
/** Arrays as sets: united, elements as written but for white space, sorted (sites by file, line,
 *  column). Objects
 * as in cg_merge_max; arrays beat them, and these all else. */
CG_API cg_metadata_merge cg_merge_union;
/** What is there stays. */
CG_API cg_metadata_merge cg_merge_first;
/** What comes replaces it. */
CG_API cg_metadata_merge cg_merge_last;
/** Fails with CG_E_CONFLICT unless the values are equal as JSON, whatever the order of members and
 *  the spelling of strings and numbers; then as cg_merge_greatest. */
CG_API cg_metadata_merge cg_merge_equal;

/** How values meet in and below the members of objects. */
struct cg_member_merge {
    /** Whether a value is of the sort this is about. */
    bool (*is)(const struct cg_value *value);
    /** Two values of the sort meet. @return as cg_metadata_merge */
    int (*meet)(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                struct cg_error *error);
    bool counts; /**< equal values meet too */
};

/**
 * Go through two values member by member, to any depth, as the strategies above do: what is of the
 * manner's sort meets as it says, of other objects the members, and of members that one side alone
 * has, the value stays. What is of the sort wins over objects, and these over all else; two of that
 * meet as in cg_merge_greatest. Commutative, associative and idempotent where `meet` is.
 *
 * @return CG_OK, CG_E_MEMORY or what `meet` returns. O(n log n).
 */
CG_API int cg_merge_members(struct cg_text *out, const struct cg_merge_input *meeting,
                            const struct cg_member_merge *manner, struct cg_error *error);

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
 *         known here, it lacks its key, a description of one line, a strategy that there is or
 *         places, or its key is one that command lines and files have no room for ("all", "none",
 *         "edgeMetadata", not UTF-8, with control characters, ',' or '=', beginning with '-'); or
 *         CG_E_MEMORY
 */
CG_API int cg_registry_add(struct cg_registry *registry, const struct cg_metadata_kind *kind,
                           struct cg_error *error);

/** @return the kind of a key, or NULL. Expected O(1). */
CG_API const struct cg_metadata_kind *cg_registry_find(const struct cg_registry *registry,
                                                       const char *key);

/** @return how many kinds are registered. */
CG_API size_t cg_registry_count(const struct cg_registry *registry);

/** @return the registered kind number i, in order of key, or NULL past the last. */
CG_API const struct cg_metadata_kind *cg_registry_at(const struct cg_registry *registry, size_t i);

/**
 * Have values of a kind meet otherwise than the kind says.
 *
 * @param key  of a kind, registered or not
 * @param name of a strategy: one of cg_strategy_at; of registered kinds also "custom" where they
 *             have it, and "metacg", which stands for the default where the kind has no other
 * @return CG_OK; CG_E_ARGUMENT when there is no such strategy, or the kind is structural; or
 *         CG_E_MEMORY
 */
CG_API int cg_registry_set_strategy(struct cg_registry *registry, const char *key, const char *name,
                                    struct cg_error *error);

/** @return how values of a key meet: `name` is what was set or the kind's default; never NULL.
 *  Expected O(1). */
CG_API const struct cg_strategy *cg_registry_strategy(const struct cg_registry *registry,
                                                      const char *key);

#ifdef __cplusplus
}
#endif

#endif
