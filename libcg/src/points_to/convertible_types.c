/*
 * Keeps the conversions between types of functions that the source writes, and finds which types
 * they lead to. Types are compared without namespaces and template arguments, in which the source
 * and the compiler write them differently: that may make a call fit too much, never too little.
 */
#include "points_to/convertible_types.h"

#include "base/error.h"
#include "base/pool.h"
#include "points_to/signatures.h"
#include "strings/digits.h"

#include <stdlib.h>
#include <string.h>

/** An answer, by the texts of the types, each of which the program has once. */
struct answer {
    const char *own;
    const char *type;
    bool leads;
};

/** Answers that are kept: a call gets the same functions again and again. A power of two. */
#define KEPT_ANSWERS 16384u

struct convertible_types {
    struct cg_pool names;     /**< types, each once; its numbers are those of nodes */
    struct number_list pairs; /**< from and to, alternately */
    bool sorted;              /**< the pairs are, and each is there once */
    struct answer answers[KEPT_ANSWERS];
};

/** Room for a type as it is compared; a longer one fits none. */
#define LONGEST 4096u

/** Arguments nested deeper than this are not taken apart: cgcollect writes none. */
#define DEEPEST 64u

/** A type being shortened. */
struct shortening {
    unsigned depth; /**< of arguments */
    const char *at, *end;
    char *out;
    size_t length;
};

static void put_text(struct shortening *s, const char *text, size_t length)
{
    size_t room = LONGEST - s->length;
    length = length < room ? length : room;
    memcpy(s->out + s->length, text, length);
    s->length += length;
}

static bool is_digit(const struct shortening *s)
{
    return s->at < s->end && cg_is_digit(*s->at);
}

static bool is_at(const struct shortening *s, char c)
{
    return s->at < s->end && *s->at == c;
}

/* A number and a name of that length. */
static struct cg_value take_word(struct shortening *s)
{
    const char *begin = s->at;
    uint64_t length;
    s->at += cg_take_digits(&length, NULL, s->at, (size_t)(s->end - s->at), UINT32_MAX);
    s->at = length < (size_t)(s->end - s->at) ? s->at + length : s->end;
    return (struct cg_value){begin, (size_t)(s->at - begin)};
}

/* A name without the tags of an ABI that follow it. */
static struct cg_value take_name(struct shortening *s)
{
    struct cg_value name = take_word(s);
    while (is_at(s, 'B')) {
        s->at++;
        take_word(s);
    }
    return name;
}

static void skip_type(struct shortening *s);

/* What is between a letter and its `E`: arguments, or a literal. */
static void skip_list(struct shortening *s)
{
    bool literal = *s->at == 'L';
    s->at = s->depth == DEEPEST ? s->end : s->at + 1;
    s->depth++;
    if (literal) {
        skip_type(s);
        const char *end = memchr(s->at, 'E', (size_t)(s->end - s->at));
        s->at = end ? end : s->end;
    }
    while (s->at < s->end && !is_at(s, 'E')) {
        skip_type(s);
    }
    s->at += s->at < s->end;
    s->depth--;
}

static const char *abbreviated(char letter)
{
    switch (letter) {
    case 'a':
        return "9allocator";
    case 'i':
        return "13basic_istream";
    case 'o':
        return "13basic_ostream";
    case 'd':
        return "14basic_iostream";
    default:
        return "12basic_string";
    }
}

/* A part of a name. @return its text, empty for what names nothing by itself */
static struct cg_value take_part(struct shortening *s)
{
    static const struct cg_value none = {"", 0};
    if (is_digit(s)) {
        return take_name(s);
    }
    if (is_at(s, 'I')) {
        skip_list(s);
        return none;
    }
    bool abbreviation = is_at(s, 'S') && s->end - s->at > 1 && s->at[1] != 't';
    const char *text = abbreviation ? abbreviated(s->at[1]) : "";
    s->at = s->end - s->at > 2 && *s->at == 'S' ? s->at + 2 : s->at + 1;
    return (struct cg_value){text, strlen(text)};
}

/* The last part of a name; those before it are around it. */
static void shorten_name(struct shortening *s)
{
    bool nested = is_at(s, 'N');
    struct cg_value last = {"", 0};
    s->at += nested;
    do {
        struct cg_value part = take_part(s);
        last = part.length ? part : last;
    } while (s->at < s->end && (nested ? !is_at(s, 'E') : !last.length || is_at(s, 'I')));
    s->at += nested && s->at < s->end;
    if (is_at(s, '_')) { /* the place of a record without a name */
        const char *end = memchr(s->at + 1, '_', (size_t)(s->end - s->at) - 1);
        s->at = end ? end + 1 : s->end;
    }
    put_text(s, last.text, last.length);
}

static void shorten(struct shortening *s)
{
    while (s->at < s->end && s->length < LONGEST) {
        if (is_digit(s) || is_at(s, 'N') || is_at(s, 'S')) {
            shorten_name(s);
        } else {
            put_text(s, s->at++, 1);
        }
    }
}

/* One type, which is not kept. */
static void skip_type(struct shortening *s)
{
    while (s->at < s->end && strchr("PROKVCG", *s->at)) {
        s->at++;
    }
    if (is_at(s, 'I') || is_at(s, 'J') || is_at(s, 'L') || is_at(s, 'F') || is_at(s, 'N')) {
        skip_list(s);
    } else if (is_digit(s) || is_at(s, 'S')) {
        take_part(s);
    } else {
        s->at += s->at < s->end;
    }
}

/* The number of a type as it is compared, CG_NO_STRING if no conversion has it. */
static uint32_t node_of(const struct convertible_types *types, const struct cg_value *signature)
{
    char text[LONGEST];
    struct cg_value source = signature_of_source(signature);
    struct shortening s = {.at = source.text, .end = source.text + source.length, .out = text};
    shorten(&s);
    return cg_pool_find(&types->names, text, s.length);
}

static int add_node(struct convertible_types *types, const struct cg_value *text)
{
    uint32_t node = cg_pool_intern(&types->names, text->text, text->length);
    return node != CG_NO_STRING && number_add(&types->pairs, node);
}

int convertible_add(struct program *program, const struct cg_value *from, const struct cg_value *to,
                    struct cg_error *error)
{
    struct convertible_types *types = program->convertible;
    if (!types) {
        types = calloc(1, sizeof *types);
        if (!types || !cg_pool_init(&types->names)) {
            free(types);
            return cg_fail_memory(error);
        }
        program->convertible = types;
    }
    types->sorted = false;
    bool ok = add_node(types, from) && add_node(types, to);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* The first pair of a type, in sorted pairs. */
static size_t first_of(const struct number_list *pairs, uint32_t from)
{
    size_t low = 0, high = pairs->count / 2;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pairs->items[2 * middle] < from) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether pairs lead from one type to another, breadth first. @param marked a flag a type, clear
 * @param todo room for a number a type */
static bool leads_to(const struct convertible_types *types, uint32_t from, uint32_t to,
                     bool *marked, uint32_t *todo)
{
    const struct number_list *pairs = &types->pairs;
    size_t count = 0;
    todo[count++] = from;
    marked[from] = true;
    for (size_t done = 0; done < count && !marked[to]; done++) {
        for (size_t i = first_of(pairs, todo[done]);
             2 * i < pairs->count && pairs->items[2 * i] == todo[done]; i++) {
            uint32_t next = pairs->items[2 * i + 1];
            if (!marked[next]) {
                marked[next] = true;
                todo[count++] = next;
            }
        }
    }
    return marked[to];
}

/* Too much when memory is exhausted, rather than too little. O(conversions * log conversions) */
static bool leads(struct convertible_types *types, uint32_t from, uint32_t to)
{
    if (!types->sorted) {
        numbers_settle(&types->pairs, 2);
        types->sorted = true;
    }
    bool *marked = calloc(types->names.count, sizeof *marked);
    uint32_t *todo = malloc(types->names.count * sizeof *todo);
    bool found = !marked || !todo || leads_to(types, from, to, marked, todo);
    free(marked);
    free(todo);
    return found;
}

static struct answer *answer_of(struct convertible_types *types, const char *own, const char *type)
{
    uintptr_t key = (uintptr_t)own * 31 + (uintptr_t)type;
    return &types->answers[(key ^ key >> 17) % KEPT_ANSWERS];
}

bool convertible_leads(const struct program *program, const struct cg_value *own,
                       const struct cg_value *type)
{
    struct convertible_types *types = program->convertible;
    if (!types || !own->length || !type->length) {
        return false;
    }
    struct answer *answer = answer_of(types, own->text, type->text);
    if (answer->own != own->text || answer->type != type->text) {
        uint32_t from = node_of(types, own), to = node_of(types, type);
        bool known = from != CG_NO_STRING && to != CG_NO_STRING;
        *answer = (struct answer){own->text, type->text, known && leads(types, from, to)};
    }
    return answer->leads;
}

bool convertible_fit(const struct program *program, const struct cg_value *type,
                     const struct cg_value *own)
{
    return signatures_fit(type, own) || convertible_leads(program, own, type);
}

void convertible_free(struct program *program)
{
    if (program->convertible) {
        cg_pool_free(&program->convertible->names);
        free(program->convertible->pairs.items);
        free(program->convertible);
        program->convertible = NULL;
    }
}
