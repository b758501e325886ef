/*
 * Reading metadata values without building trees: parts stay as written, so numbers of any length
 * and the spelling of strings are preserved. For checks, merges and accessors of kinds.
 *
 * Values must be well-formed; all values that were read or set are. Nothing here fails or
 * allocates.
 */
#ifndef LIBCG_VALUE_H
#define LIBCG_VALUE_H

#include <libcg/common.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a JSON value is. */
enum cg_value_type {
    CG_VALUE_NULL,
    CG_VALUE_BOOLEAN,
    CG_VALUE_INTEGER, /**< a number without point or exponent, of any length */
    CG_VALUE_REAL,
    CG_VALUE_STRING,
    CG_VALUE_ARRAY,
    CG_VALUE_OBJECT,
};

/** @return the type of a value. O(1), for numbers O(length). */
CG_API enum cg_value_type cg_value_type(const struct cg_value *value);

/** @return whether a value is an integer in range; sets *out if so. */
CG_API bool cg_value_integer(int64_t *out, const struct cg_value *value);

/** @return whether a value is a number of at most 1000 bytes in the range of double; sets *out to
 *          the nearest double if so. In no locale. */
CG_API bool cg_value_number(double *out, const struct cg_value *value);

/** @return whether a value is `true`. */
CG_API bool cg_value_is_true(const struct cg_value *value);

/** A walk over the elements of an array or the members of an object. */
struct cg_value_walk {
    const char *at;  /**< for the library */
    const char *end; /**< for the library */
    char close;      /**< for the library */
};

/** Start a walk. A value that is neither array nor object has no elements. */
CG_API void cg_value_walk_start(struct cg_value_walk *walk, const struct cg_value *value);

/**
 * Step to the next element. The whole walk is O(length of the value).
 *
 * @param key   for objects: receives the key as a JSON string, as written; else unchanged. May be
 *              NULL
 * @param value receives the element or the member's value
 * @return false at the end
 */
CG_API bool cg_value_walk_next(struct cg_value_walk *walk, struct cg_value *key,
                               struct cg_value *value);

/**
 * The value of a member, by key, whatever escapes the key uses; of several the last.
 *
 * @return false if the value is not an object or lacks the member; *out is then unchanged
 */
CG_API bool cg_value_member(struct cg_value *out, const struct cg_value *object, const char *key);

/**
 * The part of a value at a path of member names: "metrics.time.sum". Names may contain dots: a
 * member whose name is the whole rest of the path takes precedence over one whose name ends at the
 * next dot.
 *
 * @param path NULL or "": the value itself
 * @return false if there is no such part; *out is then unchanged. O(length of the value).
 */
CG_API bool cg_value_at(struct cg_value *out, const struct cg_value *value, const char *path);

/** @return whether a value is a JSON string equal to a text, whatever escapes it uses. */
CG_API bool cg_value_is_string(const struct cg_value *value, const char *text, size_t length);

/**
 * The text of a JSON string, its escapes decoded.
 *
 * @param out room for `string->length` bytes, at least 1: receives the text, terminated; empty if
 *            the value is no string
 * @return its length; a text that contains a NUL character is longer than it seems
 */
CG_API size_t cg_value_text(char *out, const struct cg_value *string);

#ifdef __cplusplus
}
#endif

#endif
