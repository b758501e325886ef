/*
 * Shapes of values, for the checks of kinds. All are of type cg_metadata_check or take their
 * `error`, and their messages follow the kind's key: "is not an integer".
 */
#ifndef METADATA_SHAPE_CHECK_H
#define METADATA_SHAPE_CHECK_H

#include <libcg/metadata.h>
#include <libcg/value.h>

cg_metadata_check check_integer;
cg_metadata_check check_count; /**< an integer that is not negative */
cg_metadata_check check_number;
cg_metadata_check check_boolean;
cg_metadata_check check_string;
cg_metadata_check check_array; /**< checks no elements: for kinds with large values */
cg_metadata_check check_strings;
cg_metadata_check check_counts; /**< an object all of whose values are counts */
cg_metadata_check check_places; /**< an array of objects with file, line and column */

/** A member of an object. */
struct check_member {
    const char *key;
    cg_metadata_check *check;
    bool optional;
};

/**
 * An object with members; others are allowed.
 *
 * @param members at most 32, ended by one without key
 * @return CG_OK or CG_E_FORMAT
 */
int check_object(const struct cg_value *value, const struct check_member *members,
                 struct cg_error *error);

/** An array whose elements have a shape. @return CG_OK or CG_E_FORMAT */
int check_elements(const struct cg_value *value, cg_metadata_check *check, struct cg_error *error);

/** An object whose values have a shape. @return CG_OK or CG_E_FORMAT */
int check_values(const struct cg_value *value, cg_metadata_check *check, struct cg_error *error);

/** A string that is one of several words, ended by NULL. @return CG_OK or CG_E_FORMAT */
int check_word(const struct cg_value *value, const char *const *words, struct cg_error *error);

/*
 * Definitions of checks: CHECK_OBJECT(name, {"member", check, optional}, ...) and so on. `name` is
 * static and of type cg_metadata_check.
 */
#define CHECK_BY(name, call)                                                                       \
    static int name(const struct cg_value *value, enum cg_place place, struct cg_error *error)     \
    {                                                                                              \
        (void)place;                                                                               \
        return call;                                                                               \
    }
#define CHECK_OBJECT(name, ...)                                                                    \
    static const struct check_member name##_members[] = {__VA_ARGS__, {0}};                        \
    CHECK_BY(name, check_object(value, name##_members, error))
#define CHECK_WORD(name, ...)                                                                      \
    static const char *const name##_words[] = {__VA_ARGS__, NULL};                                 \
    CHECK_BY(name, check_word(value, name##_words, error))
#define CHECK_ELEMENTS(name, element) CHECK_BY(name, check_elements(value, element, error))
#define CHECK_VALUES(name, member) CHECK_BY(name, check_values(value, member, error))

/** Record a fault. @param error may be NULL @return CG_E_FORMAT */
__attribute__((format(printf, 2, 3))) int check_fail(struct cg_error *error, const char *format,
                                                     ...);

#endif
