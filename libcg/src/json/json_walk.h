/*
 * Walking JSON text that is known to be well-formed, without building a tree. Strategies use it to
 * take values apart while keeping each part as written.
 */
#ifndef JSON_JSON_WALK_H
#define JSON_JSON_WALK_H

#include <libcg/metadata.h>

/** A value without surrounding white space. */
struct cg_value json_trim(const char *text, size_t length);

/** Remove the white space around the value from an offset of a text to its end. */
void json_trim_text(struct cg_text *text, size_t from);

/** Whether a value begins with a character, which says of what type it is: null is 'n'. */
static inline bool json_is(const struct cg_value *value, char first)
{
    return value->length && *value->text == first;
}

/** A walk over the elements of an array or the members of an object. */
struct json_walk {
    const char *at;
    const char *end;
    char close; /**< ']' or '}' */
};

/** Start a walk. @return false if the value does not begin with `open` ('[' or '{'). */
bool json_walk_start(struct json_walk *walk, const struct cg_value *value, char open);

/**
 * Step to the next element.
 *
 * @param key   of objects: receives the key as written, with its quotes; NULL for arrays
 * @param value receives the element or the member's value
 * @return false at the end
 */
bool json_walk_next(struct json_walk *walk, struct cg_value *key, struct cg_value *value);

/** Value of a member by key, whatever escapes the key uses; of several members the last.
 *  @return false if there is none; *out is then unchanged. O(length of the object). */
bool json_member(struct cg_value *out, const struct cg_value *object, const char *key);

/** As json_member, by a key of a given length. */
bool json_member_called(struct cg_value *out, const struct cg_value *object, const char *key,
                        size_t length);

/** The first byte from p on that is not JSON white space, or end. */
const char *json_skip_space(const char *p, const char *end);

/** Whether a value has no white space between its parts. O(length). */
bool json_is_compact(const struct cg_value *value);

/** Append a value without white space between its parts; failures show in out->failed. */
void json_compact(struct cg_text *out, const struct cg_value *value);

/** Whether two texts are the same bytes. */
bool json_same(const struct cg_value *a, const struct cg_value *b);

/** Whether a JSON string represents these bytes. */
bool json_string_is(const struct cg_value *string, const char *bytes, size_t length);

/** Order of two JSON strings by the bytes they represent, whatever escapes they use. */
int json_compare_strings(const struct cg_value *a, const struct cg_value *b);

/** Order by bytes. */
int json_compare_bytes(const struct cg_value *a, const struct cg_value *b);

#endif
