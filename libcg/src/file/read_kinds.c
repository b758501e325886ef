/* Checks the shape of values of registered kinds. */
#include "file/graph_reader.h"

#include "base/memory.h"
#include "strings/digits.h"

#include <stdlib.h>

/** A kind of the registry that the file has values of. */
struct known_kind {
    const struct cg_metadata_kind *kind;
    unsigned misplaced; /**< set of places with a warning already */
    uint32_t sound;     /**< the last value that passed the check */
    enum cg_place sound_at;
};

#define NO_KIND 1u
#define FIRST_KIND 2u

void reader_kinds_free(struct reader_kinds *kinds)
{
    free(kinds->known);
    free(kinds->of_key);
    free(kinds->checked);
    *kinds = (struct reader_kinds){0};
}

/* Which kind a key is: FIRST_KIND and up, or NO_KIND; 0 after failing. */
static uint32_t look_up(struct reader *r, uint32_t key)
{
    struct reader_kinds *kinds = &r->kinds;
    size_t old = kinds->of_key_capacity;
    if (!cg_grow(&kinds->of_key, &kinds->of_key_capacity, (size_t)key + 1, sizeof *kinds->of_key) ||
        !cg_grow(&kinds->known, &kinds->capacity, kinds->count + 1, sizeof *kinds->known)) {
        reader_out_of_memory(r);
        return 0;
    }
    memset(kinds->of_key + old, 0, (kinds->of_key_capacity - old) * sizeof *kinds->of_key);
    if (!kinds->of_key[key]) {
        const struct cg_metadata_kind *kind =
            cg_registry_find(r->options.registry, graph_string(r->graph, key));
        kinds->of_key[key] = kind ? (uint32_t)kinds->count + FIRST_KIND : NO_KIND;
        if (kind) {
            kinds->known[kinds->count++] = (struct known_kind){.kind = kind, .sound = CG_NO_STRING};
        }
    }
    return kinds->of_key[key];
}

/* Values that were checked */

static uint64_t *find_slot(const struct reader_kinds *kinds, uint64_t value)
{
    size_t mask = kinds->checked_slots - 1;
    size_t i = (size_t)((value ^ value >> 31) * 0x9e3779b97f4a7c15ull >> 20) & mask;
    while (kinds->checked[i] && kinds->checked[i] != value) {
        i = (i + 1) & mask;
    }
    return &kinds->checked[i];
}

static bool grow_checked(struct reader *r)
{
    struct reader_kinds *kinds = &r->kinds;
    struct reader_kinds larger = *kinds;
    larger.checked_slots = kinds->checked_slots ? 2 * kinds->checked_slots : 256;
    larger.checked = calloc(larger.checked_slots, sizeof *larger.checked);
    if (!larger.checked) {
        return reader_out_of_memory(r);
    }
    for (size_t i = 0; i < kinds->checked_slots; i++) {
        if (kinds->checked[i]) {
            *find_slot(&larger, kinds->checked[i]) = kinds->checked[i];
        }
    }
    free(kinds->checked);
    *kinds = larger;
    return true;
}

/* Whether a value of a kind at such a place occurs for the first time. */
static bool is_first(struct reader *r, uint32_t kind, enum cg_place place, uint32_t value)
{
    struct reader_kinds *kinds = &r->kinds;
    if (2 * kinds->checked_count >= kinds->checked_slots && !grow_checked(r)) {
        return false;
    }
    uint64_t *slot = find_slot(kinds, (uint64_t)kind << 35 | (uint64_t)place << 32 | value);
    bool first = !*slot;
    *slot = (uint64_t)kind << 35 | (uint64_t)place << 32 | value;
    kinds->checked_count += first;
    return first;
}

/* Warnings */

static const char *where_it_hangs(enum cg_place place)
{
    return place == CG_ON_NODE ? "a function" : place == CG_ON_EDGE ? "a call" : "the graph";
}

static void warn_misplaced(struct reader *r, struct known_kind *known, enum cg_place place,
                           struct place at)
{
    if (!(known->kind->places & place) && !(known->misplaced & place)) {
        known->misplaced |= place;
        reader_warn(r, at, "metadata \"%s\" does not belong on %s", known->kind->key,
                    where_it_hangs(place));
    }
}

static const char *skip_digits(const char *p)
{
    while (cg_is_digit(*p)) {
        p++;
    }
    return p;
}

/* Whether two numbers at the same place of two values are alike for a check: zero may be invalid
 * where another number is valid, and a long number may be too long. */
static bool is_same_sort(const char *a, const char *a_end, const char *b, const char *b_end)
{
    bool zero = *a == '0', other_zero = *b == '0';
    return zero == other_zero && a_end - a <= 15 && b_end - b <= 15;
}

/* Whether two texts differ only in digits. */
static bool is_alike(const char *a, const char *a_last, const char *b, const char *b_last)
{
    while (a < a_last && b < b_last) {
        if (a_last - a >= 8 && b_last - b >= 8 && memcmp(a, b, 8) == 0) {
            a += 8;
            b += 8;
            continue;
        }
        const char *a_end = skip_digits(a), *b_end = skip_digits(b);
        if (a_end != a && b_end != b && is_same_sort(a, a_end, b, b_end)) {
            a = a_end;
            b = b_end;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return a == a_last && b == b_last;
}

static bool has_known_shape(const struct reader *r, const struct known_kind *known,
                            enum cg_place place, uint32_t value)
{
    if (!known->kind->digits_alike || known->sound == CG_NO_STRING || known->sound_at != place) {
        return false;
    }
    const struct cg_pool *pool = &r->graph->pool;
    const char *a = cg_pool_string(pool, known->sound), *b = cg_pool_string(pool, value);
    return is_alike(a, a + cg_pool_length(pool, known->sound), b, b + cg_pool_length(pool, value));
}

static bool check_shape(struct reader *r, struct known_kind *known, enum cg_place place,
                        uint32_t string, struct place at)
{
    const struct cg_metadata_kind *kind = known->kind;
    const struct cg_value value = {graph_string(r->graph, string),
                                   cg_pool_length(&r->graph->pool, string)};
    struct cg_error error = {0};
    int status = kind->check(&value, place, &error);
    if (status == CG_E_FORMAT) {
        reader_warn(r, at, "metadata \"%s\" %s", kind->key, error.text);
        status = CG_OK;
    } else {
        known->sound = string;
        known->sound_at = place;
    }
    return !status || scanner_fail_at(&r->scan, at, (enum cg_status)status, "%s", error.text);
}

/* The graph holds overrideMD itself; this only checks the rest of it. */
bool check_value(struct reader *r, enum cg_place place, uint32_t key, uint32_t value,
                 struct place at)
{
    if (!r->options.warn || !r->options.registry || (key & ATTRIBUTE_OUTSIDE) ||
        key == r->keys.override_md) {
        return true;
    }
    uint32_t found = key < r->kinds.of_key_capacity ? r->kinds.of_key[key] : 0;
    found = found ? found : look_up(r, key);
    if (found < FIRST_KIND) {
        return found == NO_KIND;
    }
    struct known_kind *known = &r->kinds.known[found - FIRST_KIND];
    const struct cg_metadata_kind *kind = known->kind;
    warn_misplaced(r, known, place, at);
    if (kind->check && !has_known_shape(r, known, place, value) &&
        is_first(r, found, place, value) && !check_shape(r, known, place, value, at)) {
        return false;
    }
    return !r->scan.status;
}
