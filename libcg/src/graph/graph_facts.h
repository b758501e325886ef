/*
 * Facts: the metadata that the graph itself is made of, and that the library reads.
 *
 * They are decoded when they are read or set, and encoded when they are written. Their values are
 * interned like all values, so that equal ones are stored once and compare by number, but as arrays
 * of numbers instead of JSON text:
 *
 *     sites   calls and places in source: an array of struct fact_site
 *     words   a set of strings: an array of their numbers
 *     truth   the string FACT_TRUE or FACT_FALSE
 *     state   how the graph was linked: the text, which is well-formed (linked_state.h)
 *
 * Each pool of a graph begins with the strings of enum fact_string, so the number of a key shows
 * whether its values are facts.
 */
#ifndef GRAPH_GRAPH_FACTS_H
#define GRAPH_GRAPH_FACTS_H

#include "base/pool.h"

#include <libcg/facts.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>
#include <libcg/query.h>
#include <libcg/site.h>

/** The first strings of every graph: keys of facts, then words that occur in them. */
enum fact_string {
    FACT_CALL_SITES, /* sites */
    FACT_UNRESOLVED_CALLS,
    FACT_RESOLVED_CALLS,
    FACT_ADDRESS_TAKEN,
    FACT_OUTLINED,
    FACT_DEFINED_IN,
    FACT_EVIDENCE, /* words */
    FACT_NAMES,
    FACT_ESCAPES, /* truth */
    FACT_MISTYPED,
    FACT_CONFINED,
    FACT_RUNTIME,
    FACT_AT_EXIT,
    FACT_EXITLESS,
    FACT_CALLS_ONLY_ARGUMENTS,
    FACT_LOADS_CODE,
    FACT_NEVER_INSTANTIATED,
    FACT_PURE_VIRTUAL,
    FACT_UNDESCRIBED,
    FACT_INTERPOSABLE,
    FACT_LINKED, /* text whose shape is checked */
    FACT_KEY_COUNT,
    FACT_TRUE = FACT_KEY_COUNT,
    FACT_FALSE,
    FACT_EVIDENCE_WORDS, /* in order of enum cg_evidence */
    FACT_STRING_COUNT = FACT_EVIDENCE_WORDS + CG_EVIDENCE_COUNT,
};

/** The form of the values of a key. */
enum fact_form { FACT_TEXT, FACT_SITES, FACT_WORDS, FACT_TRUTH, FACT_STATE };

/** The members of a site in byte order of their keys; unknown ones, as JSON text without braces,
 *  come last. */
enum site_member {
    SITE_CAUSES,
    SITE_COLUMN,
    SITE_FILE,
    SITE_KIND,
    SITE_LINE,
    SITE_LOOPS,
    SITE_REASON,
    SITE_RECEIVER,
    SITE_SLOT,
    SITE_THROUGH,
    SITE_TYPE,
    SITE_UNKNOWN,
    SITE_OTHER,
    SITE_MEMBERS,
};

/** A site: by member a number, a string, or SITE_ABSENT. */
struct site_members {
    uint32_t of[SITE_MEMBERS];
};
#define SITE_ABSENT UINT32_MAX

/** A site as stored: its place, and its other members, which few sites have and equal sets share.
 */
struct fact_site {
    uint32_t file;   /**< string or SITE_ABSENT */
    uint32_t line;   /**< or SITE_ABSENT */
    uint32_t column; /**< or SITE_ABSENT */
    uint32_t more;   /**< string, a struct site_members without the place; or SITE_ABSENT */
};

struct cg_graph;
struct cg_text;

/** Begin a pool with the strings of facts. @return false when memory is exhausted */
bool facts_begin(struct cg_pool *pool);

/** The key of a fact by name, CG_NO_STRING for other keys. O(1). */
uint32_t facts_find_key(const char *key);

/** Whether values of a form are stored as arrays, not as text. */
static inline bool fact_is_decoded(enum fact_form form)
{
    return form == FACT_SITES || form == FACT_WORDS;
}

/** The form of the values of a key (a string, or with ATTRIBUTE_OUTSIDE set) at a place. O(1). */
enum fact_form fact_form(enum cg_place place, uint32_t key);

/**
 * Decode a value.
 *
 * @param out  receives the string; `null` becomes the empty value of the form: no sites, no words,
 *             false
 * @param text well-formed JSON
 * @param error `text` continues after the key: "is not an array"
 * @return CG_OK, CG_E_FORMAT or CG_E_MEMORY. O(length).
 */
int fact_decode(uint32_t *out, struct cg_graph *graph, enum fact_form form,
                const struct cg_value *text, struct cg_error *error);

/**
 * Decode sites in place that are written as the library writes them: without white space, keys in
 * order, plain strings. The function also checks that they are well-formed.
 *
 * @return the end of the value; NULL: it is not of this form, or continues after `end`, or memory
 *         is exhausted. O(length).
 */
const char *fact_sites_take(uint32_t *out, struct cg_graph *graph, const char *at, const char *end);

/** Append a value, decoded or not, as JSON text. Failure is remembered in `out`. O(its text). */
void fact_encode(struct cg_text *out, const struct cg_graph *graph, enum fact_form form,
                 uint32_t value);

/** Moving values between pools. */
struct fact_move {
    const struct cg_pool *from;
    struct cg_pool *to;
    /** The number in `to` of a string of `from`, CG_NO_STRING when memory is exhausted. */
    uint32_t (*string)(void *user, uint32_t string);
    void *user;
    uint32_t *facts; /**< by string of `from`: the value in `to`, CG_NO_STRING until it is moved */
    uint32_t *scratch;
    size_t scratch_capacity;
};

/** The string of `to` for a fact of `from`, CG_NO_STRING when memory is exhausted. O(size) the
 *  first time. */
uint32_t fact_move(struct fact_move *move, enum fact_form form, uint32_t value);

/** Unite two values of one form, as cg_merge_union does. O(size of both) for those in order.
 *  @return the string, CG_NO_STRING when memory is exhausted */
uint32_t fact_unite(struct cg_graph *graph, enum fact_form form, uint32_t a, uint32_t b);

/** Follows the numbers of a stored value: this many bytes that occur in no UTF-8. So values of
 *  different forms, and texts, are never the same string. */
enum fact_mark { FACT_MARK_SITES = 1, FACT_MARK_WORDS = 2, FACT_MARK_MORE = 3, FACT_MARK_ROOM = 4 };

/** Intern a value. @param bytes have room for FACT_MARK_ROOM more; NULL: none
 *  @return the string, CG_NO_STRING when memory is exhausted */
static inline uint32_t fact_intern(struct cg_pool *pool, void *bytes, size_t length,
                                   enum fact_mark mark)
{
    char none[FACT_MARK_ROOM], *start = bytes ? (char *)bytes : none;
    memset(start + length, 0xff, mark);
    return cg_pool_intern(pool, start, length + mark);
}

/** Whether a string is an array: a stored value, or the other members of a site. */
static inline bool fact_is_array(const struct cg_pool *pool, uint32_t string)
{
    uint32_t length = cg_pool_length(pool, string);
    return length && (unsigned char)cg_pool_string(pool, string)[length - 1] == 0xff;
}

/** The number of sites or words in a value. */
static inline size_t fact_count(const struct cg_pool *pool, enum fact_form form, uint32_t value)
{
    return cg_pool_length(pool, value) /
           (form == FACT_SITES ? sizeof(struct fact_site) : sizeof(uint32_t));
}

/** A site of a value. */
static inline struct fact_site fact_site_at(const struct cg_pool *pool, uint32_t value, size_t i)
{
    struct fact_site site;
    memcpy(&site, cg_pool_string(pool, value) + i * sizeof site, sizeof site);
    return site;
}

/** A word of a value: its string. */
static inline uint32_t fact_word_at(const struct cg_pool *pool, uint32_t value, size_t i)
{
    uint32_t word;
    memcpy(&word, cg_pool_string(pool, value) + i * sizeof word, sizeof word);
    return word;
}

/** All members of a stored site. */
struct site_members fact_site_members(const struct cg_pool *pool, const struct fact_site *site);

/** A stored site as callers see it, with strings borrowed from the pool. */
struct cg_site fact_site_show(const struct cg_pool *pool, const struct fact_site *site);

/** What a call whose values are unknown for the causes `unknown` (of a site) may call. */
enum cg_open_extent site_unknown_extent(const char *unknown);

#endif
