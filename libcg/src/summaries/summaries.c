/*
 * Parts of text are added one by one, later ones replacing names of earlier ones. Exact names are
 * found by interned string, patterns by trial, the longest first.
 */
#include "summaries/summaries.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/pool.h"
#include "summaries/summaries_parse.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** A name with asterisks. */
struct pattern {
    const char *text;
    size_t length;
    const struct summary *summary;
};

/** Where a name was found last. */
struct seen_name {
    uint32_t text; /**< number of the text, from 1 */
    unsigned long line;
};

struct cg_summaries {
    struct cg_pool strings;
    struct seen_name *seen; /**< by string */
    size_t seen_capacity;
    uint32_t text_count;            /**< read so far */
    const struct summary **by_name; /**< by string; NULL: not a name, or an unknown one */
    size_t name_capacity;
    struct pattern *patterns; /**< longest first, equally long ones in byte order */
    size_t pattern_count;
    size_t pattern_capacity;
    struct summaries_part *parts; /**< one for each text: summaries never move */
    size_t part_count;
    size_t part_capacity;
    struct summaries_name *names; /**< room for those of the next text */
    size_t names_capacity;
    uint32_t *substitutes; /**< strings: names that say what compilers call instead */
    size_t substitute_count;
    size_t substitute_capacity;
};

/** The texts of the library hold a different string in so many bytes, or more. */
#define BYTES_OF_STRING 28u

/* Make room for where so many strings are. */
static bool make_room_for_places(struct cg_summaries *summaries, size_t strings)
{
    size_t before = summaries->seen_capacity;
    if (!cg_grow(&summaries->seen, &summaries->seen_capacity, strings, sizeof *summaries->seen)) {
        return false;
    }
    for (size_t i = before; i < summaries->seen_capacity; i++) {
        summaries->seen[i] = (struct seen_name){0};
    }
    return true;
}

/* A duplicate name in one text is an error: one of the two would have no effect. */
static int check_names(struct cg_summaries *summaries, const struct summaries_part *part,
                       const char *file, struct cg_error *error)
{
    const struct cg_pool *strings = &summaries->strings;
    if (!make_room_for_places(summaries, strings->count)) {
        return cg_fail_memory(error);
    }
    uint32_t text = ++summaries->text_count;
    for (size_t i = 0; i < part->name_count; i++) {
        const struct summaries_name *name = &part->names[i];
        struct seen_name *seen = &summaries->seen[name->string];
        if (seen->text == text) {
            return cg_fail_at(error, CG_E_FORMAT, file, name->line, name->column,
                              "%s is in line %lu already", cg_pool_string(strings, name->string),
                              seen->line);
        }
        *seen = (struct seen_name){text, name->line};
    }
    return CG_OK;
}

/* Patterns are found by trial, for each function. */
static int check_patterns(const struct cg_summaries *summaries, const struct summaries_part *part,
                          const char *file, struct cg_error *error)
{
    size_t count = summaries->pattern_count;
    int status = CG_OK;
    for (size_t i = 0; i < part->name_count && !status; i++) {
        const struct summaries_name *name = &part->names[i];
        count += summaries_is_pattern(cg_pool_string(&summaries->strings, name->string));
        if (count > SUMMARIES_LIMIT_PATTERNS) {
            status = cg_fail_at(error, CG_E_LIMIT, file, name->line, name->column,
                                "more than %u names with asterisks", SUMMARIES_LIMIT_PATTERNS);
        }
    }
    return status;
}

static int by_length(const void *a, const void *b)
{
    const struct pattern *left = a, *right = b;
    if (left->length != right->length) {
        return left->length > right->length ? -1 : 1;
    }
    return strcmp(left->text, right->text);
}

/* Make room for the summaries of so many strings. */
static bool make_room_for_names(struct cg_summaries *summaries, size_t strings)
{
    size_t before = summaries->name_capacity;
    if (!cg_grow(&summaries->by_name, &summaries->name_capacity, strings,
                 sizeof(struct summary *))) {
        return false;
    }
    for (size_t i = before; i < summaries->name_capacity; i++) {
        summaries->by_name[i] = NULL;
    }
    return true;
}

static bool is_substitute(const char *name)
{
    return name[0] == '!' && strchr(name, '>');
}

/* Make room for everything a part will add, so that adding it cannot fail halfway. */
static bool make_room(struct cg_summaries *summaries, const struct summaries_part *part)
{
    size_t substitutes = summaries->substitute_count;
    for (size_t i = 0; i < part->name_count; i++) {
        substitutes += is_substitute(cg_pool_string(&summaries->strings, part->names[i].string));
    }
    return make_room_for_names(summaries, summaries->strings.count) &&
           cg_grow(&summaries->substitutes, &summaries->substitute_capacity, substitutes,
                   sizeof *summaries->substitutes) &&
           cg_grow(&summaries->patterns, &summaries->pattern_capacity,
                   summaries->pattern_count + part->name_count, sizeof *summaries->patterns) &&
           cg_grow(&summaries->parts, &summaries->part_capacity, summaries->part_count + 1,
                   sizeof *summaries->parts);
}

/* Without an entry nothing would say that a function loads code. */
static bool must_stay(const struct summary *known, const struct summary *summary)
{
    return known && (known->loads || known->finds) && summary->unlisted;
}

static void add_name(struct cg_summaries *summaries, uint32_t string, const struct summary *summary)
{
    const char *text = cg_pool_string(&summaries->strings, string);
    if (must_stay(summaries->by_name[string], summary)) {
        return;
    }
    if (!summaries_is_pattern(text)) {
        if (!summaries->by_name[string] && is_substitute(text)) {
            summaries->substitutes[summaries->substitute_count++] = string;
        }
        summaries->by_name[string] = summary;
        return;
    }
    for (size_t i = 0; i < summaries->pattern_count; i++) {
        if (summaries->patterns[i].text == text) { /* one pool: equal texts have equal addresses */
            summaries->patterns[i].summary = summary;
            return;
        }
    }
    summaries->patterns[summaries->pattern_count++] =
        (struct pattern){text, cg_pool_length(&summaries->strings, string), summary};
}

static void sort_patterns(struct cg_summaries *summaries)
{
    if (summaries->pattern_count) {
        qsort(summaries->patterns, summaries->pattern_count, sizeof *summaries->patterns,
              by_length);
    }
}

/* Patterns are not sorted afterwards. */
static int add_text(struct cg_summaries *summaries, const char *file, const char *bytes,
                    size_t length, struct cg_error *error)
{
    struct summaries_part part = {.names = summaries->names,
                                  .name_capacity = summaries->names_capacity};
    summaries->names = NULL;
    summaries->names_capacity = 0;
    int status = summaries_parse(&part, &summaries->strings, file, bytes, length, error);
    if (!status) {
        status = check_names(summaries, &part, file, error);
    }
    if (!status) {
        status = check_patterns(summaries, &part, file, error);
    }
    if (!status && !make_room(summaries, &part)) {
        status = cg_fail_memory(error);
    }
    if (status) {
        summaries_part_free(&part);
        return status;
    }
    for (size_t i = 0; i < part.name_count; i++) {
        add_name(summaries, part.names[i].string, &part.summaries[part.names[i].summary]);
    }
    summaries->names = part.names;
    summaries->names_capacity = part.name_capacity;
    part.names = NULL;
    summaries->parts[summaries->part_count++] = part;
    return CG_OK;
}

/* Every link reads the texts of the library: tables that grow meanwhile take most of its page
 * faults. */
static bool reserve(struct cg_summaries *summaries)
{
    size_t bytes = 0;
    for (size_t i = 0; i < summaries_text_count; i++) {
        bytes += *summaries_texts[i].length;
    }
    size_t strings = bytes / BYTES_OF_STRING;
    return cg_pool_reserve(&summaries->strings, (uint32_t)strings) &&
           make_room_for_names(summaries, strings) && make_room_for_places(summaries, strings);
}

int cg_summaries_new(struct cg_summaries **out, struct cg_error *error)
{
    struct cg_summaries *summaries = calloc(1, sizeof *summaries);
    if (!summaries || !cg_pool_init(&summaries->strings)) {
        free(summaries);
        return cg_fail_memory(error);
    }
    int status = reserve(summaries) ? CG_OK : cg_fail_memory(error);
    for (size_t i = 0; i < summaries_text_count && !status; i++) {
        const struct summaries_text *text = &summaries_texts[i];
        status = add_text(summaries, text->file, text->bytes, *text->length, error);
    }
    sort_patterns(summaries);
    for (size_t i = 0; i < summaries->part_count; i++) {
        for (size_t k = 0; k < summaries->parts[i].count; k++) {
            summaries->parts[i].summaries[k].built_in = true;
        }
    }
    if (status) {
        cg_summaries_free(summaries);
        return status;
    }
    *out = summaries;
    return CG_OK;
}

static int fail_io(struct cg_error *error, const char *path)
{
    return cg_fail_at(error, CG_E_IO, path, 0, 0, "%s", strerror(errno));
}

/* All bytes of a file; of one that is too long just enough to detect that. */
static int read_all(char **bytes, size_t *length, int fd, const char *path, struct cg_error *error)
{
    char *text = NULL;
    size_t used = 0, capacity = 0;
    ssize_t count = 1;
    while (count && used <= SUMMARIES_LIMIT_TEXT) {
        if (!cg_grow(&text, &capacity, used + 65536, 1)) {
            free(text);
            return cg_fail_memory(error);
        }
        count = read(fd, text + used, capacity - used);
        if (count < 0 && errno != EINTR) {
            free(text);
            return fail_io(error, path);
        }
        used += count > 0 ? (size_t)count : 0;
    }
    *bytes = text;
    *length = used;
    return CG_OK;
}

int cg_summaries_read(struct cg_summaries *summaries, const char *path, struct cg_error *error)
{
    char *bytes = NULL;
    size_t length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return fail_io(error, path);
    }
    int status = read_all(&bytes, &length, fd, path, error);
    close(fd);
    if (!status) {
        status = add_text(summaries, path, bytes, length, error);
        sort_patterns(summaries);
        free(bytes);
    }
    return status;
}

void cg_summaries_free(struct cg_summaries *summaries)
{
    if (!summaries) {
        return;
    }
    for (size_t i = 0; i < summaries->part_count; i++) {
        summaries_part_free(&summaries->parts[i]);
    }
    free(summaries->parts);
    free(summaries->names);
    free(summaries->substitutes);
    free(summaries->patterns);
    free(summaries->by_name);
    free(summaries->seen);
    cg_pool_free(&summaries->strings);
    free(summaries);
}

/* On a mismatch only the last asterisk needs to take another character: the text between earlier
 * ones has matched as early as it can. */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL, *taken = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            taken = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++taken;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return !*pattern;
}

static const struct summary *find_summary(const struct cg_summaries *summaries,
                                          const char *function)
{
    uint32_t string = cg_pool_find(&summaries->strings, function, strlen(function));
    if (string != CG_NO_STRING && string < summaries->name_capacity && summaries->by_name[string]) {
        return summaries->by_name[string];
    }
    for (size_t i = 0; i < summaries->pattern_count; i++) {
        const char *pattern = summaries->patterns[i].text;
        bool plain = !summaries_is_mark(pattern[0]) && !summaries_is_mark(function[0]);
        if ((plain || pattern[0] == function[0]) && matches(pattern, function)) {
            return summaries->patterns[i].summary;
        }
    }
    return NULL;
}

const struct summary *summaries_find(const struct cg_summaries *summaries, const char *function)
{
    const struct summary *summary = find_summary(summaries, function);
    return summary && !summary->unlisted ? summary : NULL;
}

const struct summary *summaries_loader(const struct cg_summaries *summaries, const char *function)
{
    const struct summary *summary = find_summary(summaries, function);
    return summary && (summary->loads || summary->finds) ? summary : NULL;
}

static int take_substitute(const char *text, const char *end, summaries_take *take, void *user,
                           struct cg_error *error)
{
    size_t length = (size_t)(end - text);
    char *name = malloc(length + 1);
    if (!name) {
        return cg_fail_memory(error);
    }
    memcpy(name, text, length);
    name[length] = '\0';
    int status = take(user, name, end + 1, error);
    free(name);
    return status;
}

int summaries_visit_substitutes(const struct cg_summaries *summaries, summaries_take *take,
                                void *user, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < summaries->substitute_count && !status; i++) {
        uint32_t string = summaries->substitutes[i];
        const char *text = cg_pool_string(&summaries->strings, string);
        if (!summaries->by_name[string]->unlisted) {
            status = take_substitute(text + 1, strchr(text, '>'), take, user, error);
        }
    }
    return status;
}
