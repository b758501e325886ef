/*
 * Each check walks a value once; nested ones put the place before the fault, so that messages read
 * from the outside in.
 */
#include "shape_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/** How much of a key a message quotes. */
#define SHOWN 100

int check_fail(struct cg_error *error, const char *format, ...)
{
    if (error) {
        va_list arguments;
        *error = (struct cg_error){.status = CG_E_FORMAT};
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return CG_E_FORMAT;
}

/* Put the place inside a value before the fault. */
static int fail_inside(struct cg_error *error, const char *where)
{
    if (!error) {
        return CG_E_FORMAT;
    }
    struct cg_error inner = *error;
    inner.text[sizeof inner.text - (size_t)2 * SHOWN] = '\0';
    return check_fail(error, "%.*s %s", SHOWN + 20, where, inner.text);
}

int check_integer(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return cg_value_type(value) == CG_VALUE_INTEGER ? CG_OK
                                                    : check_fail(error, "is not an integer");
}

int check_count(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    if (check_integer(value, place, error)) {
        return CG_E_FORMAT;
    }
    return *value->text != '-' ? CG_OK : check_fail(error, "is negative");
}

int check_number(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    enum cg_value_type type = cg_value_type(value);
    (void)place;
    return type == CG_VALUE_INTEGER || type == CG_VALUE_REAL ? CG_OK
                                                             : check_fail(error, "is not a number");
}

int check_boolean(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return cg_value_type(value) == CG_VALUE_BOOLEAN ? CG_OK
                                                    : check_fail(error, "is not true or false");
}

int check_string(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return cg_value_type(value) == CG_VALUE_STRING ? CG_OK : check_fail(error, "is not a string");
}

int check_array(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return cg_value_type(value) == CG_VALUE_ARRAY ? CG_OK : check_fail(error, "is not an array");
}

int check_elements(const struct cg_value *value, cg_metadata_check *check, struct cg_error *error)
{
    struct cg_value_walk walk;
    struct cg_value element;
    int status = check_array(value, 0, error);
    cg_value_walk_start(&walk, value);
    for (unsigned long i = 1; !status && cg_value_walk_next(&walk, NULL, &element); i++) {
        if (check(&element, 0, error)) {
            char where[SHOWN];
            snprintf(where, sizeof where, "element %lu", i);
            status = fail_inside(error, where);
        }
    }
    return status;
}

static int fail_member(struct cg_error *error, const char *key, size_t length)
{
    char where[SHOWN + 20];
    snprintf(where, sizeof where, "member \"%.*s\"", length < SHOWN ? (int)length : SHOWN, key);
    return fail_inside(error, where);
}

int check_values(const struct cg_value *value, cg_metadata_check *check, struct cg_error *error)
{
    struct cg_value_walk walk;
    struct cg_value key, member;
    if (cg_value_type(value) != CG_VALUE_OBJECT) {
        return check_fail(error, "is not an object");
    }
    cg_value_walk_start(&walk, value);
    while (cg_value_walk_next(&walk, &key, &member)) {
        if (check(&member, 0, error)) {
            return fail_member(error, key.text + 1, key.length - 2);
        }
    }
    return CG_OK;
}

static const struct check_member *find_member(const struct check_member *members,
                                              const struct cg_value *key)
{
    while (members->key && !cg_value_is_string(key, members->key, strlen(members->key))) {
        members++;
    }
    return members->key ? members : NULL;
}

static int fail_missing(const struct check_member *members, uint32_t seen, struct cg_error *error)
{
    for (unsigned i = 0; members[i].key; i++) {
        if (!members[i].optional && !(seen >> i & 1)) {
            return check_fail(error, "lacks member \"%s\"", members[i].key);
        }
    }
    return CG_OK;
}

int check_object(const struct cg_value *value, const struct check_member *members,
                 struct cg_error *error)
{
    struct cg_value_walk walk;
    struct cg_value key, member;
    uint32_t seen = 0;
    if (cg_value_type(value) != CG_VALUE_OBJECT) {
        return check_fail(error, "is not an object");
    }
    cg_value_walk_start(&walk, value);
    while (cg_value_walk_next(&walk, &key, &member)) {
        const struct check_member *known = find_member(members, &key);
        if (known && known->check(&member, 0, error)) {
            return fail_member(error, known->key, strlen(known->key));
        }
        seen |= known ? 1u << (known - members) : 0;
    }
    return fail_missing(members, seen, error);
}

int check_strings(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_string, error);
}

int check_counts(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_values(value, check_count, error);
}

CHECK_OBJECT(check_place, {"column", check_count, false}, {"file", check_string, false},
             {"line", check_count, false})

int check_places(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_place, error);
}

int check_word(const struct cg_value *value, const char *const *words, struct cg_error *error)
{
    char all[256] = "";
    for (const char *const *word = words; *word; word++) {
        if (cg_value_is_string(value, *word, strlen(*word))) {
            return CG_OK;
        }
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s\"%s\"", length ? ", " : "", *word);
    }
    return check_fail(error, "is not one of %s", all);
}
