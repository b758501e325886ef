/* Names that a file writes once and then by number. */
#include "base/memory.h"
#include "profile/callgrind/callgrind.h"
#include "strings/digits.h"

#include <stdlib.h>

/* Numbers up to here, or up to a few times the number of definitions, index an array: the amount of
 * definitions in the file bounds its size, not the numbers in it. */
#define SMALL 65536u

bool callgrind_names_init(struct callgrind_names *names, struct builder *builder)
{
    bool ok = true;
    *names = (struct callgrind_names){.builder = builder};
    for (int space = 0; space < CALLGRIND_SPACES; space++) {
        ok = cg_pool_init(&names->ids[space].others) && ok;
    }
    return cg_pool_init(&names->texts) && ok;
}

void callgrind_names_free(struct callgrind_names *names)
{
    for (int space = 0; space < CALLGRIND_SPACES; space++) {
        free(names->ids[space].dense);
        free(names->ids[space].other_values);
        cg_pool_free(&names->ids[space].others);
    }
    cg_pool_free(&names->texts);
    free(names->functions);
    free(names->callers);
    free(names->parts);
}

static uint32_t out_of_memory(struct callgrind_line *line)
{
    source_fail(line->source, CG_E_MEMORY, "out of memory");
    return BUILDER_NONE;
}

static uint32_t undefined(struct callgrind_line *line, uint64_t id)
{
    source_fail(line->source, CG_E_FORMAT, "(%llu) has no name", (unsigned long long)id);
    return BUILDER_NONE;
}

static bool define_dense(struct callgrind_ids *ids, size_t id, uint32_t value)
{
    if (id >= ids->count) {
        if (!cg_grow(&ids->dense, &ids->capacity, id + 1, sizeof *ids->dense)) {
            return false;
        }
        memset(ids->dense + ids->count, 0, (ids->capacity - ids->count) * sizeof *ids->dense);
        ids->count = ids->capacity;
    }
    ids->dense[id] = value;
    return true;
}

static bool define_other(struct callgrind_ids *ids, uint64_t id, uint32_t value)
{
    uint32_t number = cg_pool_intern(&ids->others, (const char *)&id, sizeof id);
    if (number == CG_NO_STRING || !cg_grow(&ids->other_values, &ids->other_capacity,
                                           (size_t)number + 1, sizeof *ids->other_values)) {
        return false;
    }
    ids->other_values[number] = value;
    return true;
}

/* A number that was large when it was defined may count as small when it is defined again; the
 * array is searched first. The reverse cannot happen. */
static bool define(struct callgrind_ids *ids, uint64_t id, uint32_t value)
{
    ids->defined++;
    return id < SMALL + 4 * (uint64_t)ids->defined ? define_dense(ids, (size_t)id, value)
                                                   : define_other(ids, id, value);
}

/* The meaning of a number, + 2; 0: none. */
static uint32_t look_up(const struct callgrind_ids *ids, uint64_t id)
{
    if (id < ids->count && ids->dense[id]) {
        return ids->dense[id];
    }
    uint32_t number = cg_pool_find(&ids->others, (const char *)&id, sizeof id);
    return number == CG_NO_STRING ? 0 : ids->other_values[number];
}

static size_t after_operator(const char *name, size_t length, size_t at)
{
    if (at + 1 < length && (memcmp(name + at, "()", 2) == 0 || memcmp(name + at, "[]", 2) == 0)) {
        return at + 2;
    }
    while (at < length && strchr("<>=!+-*/%^&|~,", name[at]) && name[at]) {
        at++;
    }
    return at;
}

static bool in_word(char c)
{
    return c == '_' || c == '$' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* Angle brackets of operators do not count. */
static size_t skip_operator(const char *name, size_t length, size_t at)
{
    static const char word[] = "operator";
    const size_t size = sizeof word - 1;
    if (name[at] == '-' && at + 1 < length && name[at + 1] == '>') {
        return at + 2;
    }
    if (name[at] != 'o' || length - at < size || memcmp(name + at, word, size) != 0 ||
        (at && in_word(name[at - 1])) || (at + size < length && in_word(name[at + size]))) {
        return at;
    }
    return after_operator(name, length, at + size);
}

/* Skip the item at `at`, counting brackets. */
static size_t skip_item(const char *name, size_t length, size_t at, size_t *depth)
{
    size_t behind = skip_operator(name, length, at);
    if (behind != at) {
        return behind;
    }
    *depth += name[at] == '(' || name[at] == '[' || name[at] == '{' || name[at] == '<';
    *depth -= name[at] == ')' || name[at] == ']' || name[at] == '}' || name[at] == '>';
    return at + 1;
}

/* Brackets that do not pair are ignored: text in them is not a part of its own. */
static bool brackets_pair(const char *name, size_t length)
{
    size_t depth = 0;
    for (size_t i = 0; i < length;) {
        i = skip_item(name, length, i, &depth);
        if (depth > length) { /* a closing one without an opening one */
            return false;
        }
    }
    return depth == 0;
}

static size_t part_end(const struct callgrind_parts *parts, size_t from)
{
    size_t depth = 0;
    for (size_t i = from; i < parts->length;) {
        if (parts->name[i] == '\'' && !depth) {
            return i;
        }
        i = parts->brackets ? skip_item(parts->name, parts->length, i, &depth) : i + 1;
    }
    return parts->length;
}

/* Other demanglers use quotes: main::'lambda'(int). */
static bool is_composed(const struct callgrind_parts *parts)
{
    for (size_t from = 0; from <= parts->length;) {
        size_t end = part_end(parts, from);
        if (end == from || (end - from >= 2 && memcmp(parts->name + end - 2, "::", 2) == 0)) {
            return false;
        }
        from = end + 1;
    }
    return true;
}

/* Start with a name, which is borrowed. O(length), for all steps together. */
static void callgrind_parts_start(struct callgrind_parts *parts, const char *name, size_t length)
{
    *parts = (struct callgrind_parts){.name = name, .length = length};
    if (memchr(name, '\'', length)) {
        parts->brackets = brackets_pair(name, length);
        parts->composed = is_composed(parts);
    }
}

/* Step on. @return false at the end */
static bool callgrind_parts_next(struct callgrind_parts *parts, const char **part, size_t *length)
{
    if (parts->at > parts->length) {
        return false;
    }
    size_t end = parts->composed ? part_end(parts, parts->at) : parts->length;
    *part = parts->name + parts->at;
    *length = end - parts->at;
    parts->at = end + 1;
    return true;
}

static bool is_number(const char *text, size_t length)
{
    return length && cg_digits(text, length) == length;
}

enum cg_frame_kind callgrind_kind(const char *name, size_t length)
{
    static const char root[] = "(below main)";
    if (length == sizeof root - 1 && memcmp(name, root, length) == 0) {
        return CG_FRAME_ROOT;
    }
    bool address = length > 2 && name[0] == '0' && name[1] == 'x' &&
                   strspn(name + 2, "0123456789abcdefABCDEF") >= length - 2;
    bool unknown = length == 3 && memcmp(name, "???", 3) == 0;
    return address || unknown || !length ? CG_FRAME_UNKNOWN : CG_FRAME_FUNCTION;
}

static bool add_part(struct callgrind_names *names, uint32_t count, uint32_t string)
{
    if (!cg_grow(&names->parts, &names->part_capacity, (size_t)count + 1, sizeof *names->parts)) {
        return false;
    }
    names->parts[count] = string;
    return true;
}

/* The number of a function by the strings of its name and its callers. */
static uint32_t function_of(struct callgrind_names *names, struct callgrind_line *line,
                            uint32_t count, bool again)
{
    uint32_t known = names->texts.count;
    if (!add_part(names, count, again)) {
        return out_of_memory(line);
    }
    uint32_t number = cg_pool_intern(&names->texts, (const char *)names->parts,
                                     ((size_t)count + 1) * sizeof *names->parts);
    if (number == CG_NO_STRING ||
        !cg_grow(&names->functions, &names->function_capacity, (size_t)number + 1,
                 sizeof *names->functions) ||
        !cg_grow(&names->callers, &names->caller_capacity, names->caller_count + count,
                 sizeof *names->callers) ||
        names->caller_count + count > UINT32_MAX) {
        return out_of_memory(line);
    }
    if (number == known) {
        const struct cg_pool *strings = &names->builder->profile->strings;
        names->functions[number] = (struct callgrind_function){
            .name = names->parts[0],
            .callers = (uint32_t)names->caller_count,
            .caller_count = count - 1,
            .again = again,
            .kind = callgrind_kind(cg_pool_string(strings, names->parts[0]),
                                   cg_pool_length(strings, names->parts[0])),
            .above = CG_NO_CONTEXT,
            .frame = CG_NO_CONTEXT,
            .path = CG_NO_CONTEXT,
        };
        memcpy(names->callers + names->caller_count, names->parts + 1,
               (count - 1) * sizeof *names->callers);
        names->caller_count += count - 1;
    }
    return number;
}

/* The string of a part: itself, or the name of the function with that number. */
static uint32_t part_string(struct callgrind_names *names, struct callgrind_line *line,
                            const char *part, size_t length)
{
    struct callgrind_line inside = {line->source, part + 1, part + length};
    uint64_t id;
    if (length < 3 || part[0] != '(' || !is_number(part + 1, length - 2) ||
        part[length - 1] != ')') {
        return builder_string(names->builder, part, length);
    }
    if (!callgrind_number(&inside, &id)) {
        return BUILDER_NONE;
    }
    uint32_t found = look_up(&names->ids[CALLGRIND_FUNCTION], id);
    if (!found) {
        return undefined(line, id);
    }
    return names->functions[found - 2].name;
}

static uint32_t take_function(struct callgrind_names *names, struct callgrind_line *line)
{
    struct callgrind_parts parts;
    const char *part;
    size_t length = (size_t)(line->end - line->at);
    uint32_t count = 0;
    bool again = false;
    callgrind_parts_start(&parts, length ? line->at : "???", length ? length : 3);
    while (callgrind_parts_next(&parts, &part, &length)) {
        if (count && is_number(part, length)) {
            again = again || length > 1 || *part > '1'; /* a level of recursion */
            continue;
        }
        uint32_t string = part_string(names, line, part, length);
        if (string == BUILDER_NONE) {
            return BUILDER_NONE;
        }
        if (!add_part(names, count++, string)) {
            return out_of_memory(line);
        }
    }
    return function_of(names, line, count, again);
}

static uint32_t take_text(struct callgrind_names *names, enum callgrind_space space,
                          struct callgrind_line *line)
{
    size_t length = (size_t)(line->end - line->at);
    if (space == CALLGRIND_FUNCTION) {
        return take_function(names, line);
    }
    bool unknown = !length || (length == 3 && memcmp(line->at, "???", 3) == 0);
    return unknown ? BUILDER_NONE : builder_string(names->builder, line->at, length);
}

/* "(number)": @return false when the source has failed */
static bool take_id(struct callgrind_line *line, uint64_t *id)
{
    line->at++;
    if (!callgrind_number(line, id)) {
        return false;
    }
    if (*line->at != ')') {
        return source_fail(line->source, CG_E_FORMAT, "')' is missing after the number of a name");
    }
    line->at++;
    callgrind_blanks(line);
    return true;
}

uint32_t callgrind_take_name(struct callgrind_names *names, enum callgrind_space space,
                             struct callgrind_line *line)
{
    struct callgrind_ids *ids = &names->ids[space];
    uint64_t id;
    callgrind_blanks(line);
    while (line->end > line->at && (line->end[-1] == ' ' || line->end[-1] == '\t')) {
        line->end--;
    }
    if (line->at[0] != '(' || !cg_is_digit(line->at[1])) {
        return take_text(names, space, line);
    }
    if (!take_id(line, &id)) {
        return BUILDER_NONE;
    }
    if (line->at < line->end) {
        uint32_t value = take_text(names, space, line);
        return define(ids, id, value + 2) ? value : out_of_memory(line);
    }
    uint32_t value = look_up(ids, id);
    return value ? value - 2 : undefined(line, id);
}
