/* The registry of metadata kinds. */
#include "kinds/registry.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/table.h"
#include "strings/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A known key: of a kind, or with a strategy set. */
struct entry {
    const struct cg_metadata_kind *kind; /**< NULL: not registered */
    struct cg_strategy strategy;
    bool is_set; /**< the strategy overrides the kind's own */
    char key[];
};

struct cg_registry {
    struct entry **entries; /**< they never move, since callers borrow them */
    size_t capacity;
    struct cg_table table;                 /**< of the entries, by key */
    const struct cg_metadata_kind **kinds; /**< in order of key */
    size_t kind_capacity;
    size_t kind_count;
    uint64_t seed;
    bool counts;
};

int cg_registry_new(struct cg_registry **out, struct cg_error *error)
{
    struct cg_registry *registry = calloc(1, sizeof *registry);
    if (!registry) {
        return cg_fail_memory(error);
    }
    registry->seed = cg_hash_seed();
    *out = registry;
    return CG_OK;
}

void cg_registry_free(struct cg_registry *registry)
{
    if (registry) {
        for (uint32_t i = 0; i < registry->table.used; i++) {
            free(registry->entries[i]);
        }
        free(registry->entries);
        free(registry->kinds);
        cg_table_free(&registry->table);
        free(registry);
    }
}

static uint32_t hash_key(const struct cg_registry *registry, const char *key)
{
    return cg_hash_bytes(registry->seed, key, strlen(key));
}

static uint32_t hash_entry(const void *user, uint32_t i)
{
    const struct cg_registry *registry = user;
    return hash_key(registry, registry->entries[i]->key);
}

static bool is_entry(const void *user, uint32_t i, const void *key)
{
    return strcmp(((const struct cg_registry *)user)->entries[i]->key, key) == 0;
}

/* NULL if a key has none. */
static struct entry *find_entry(const struct cg_registry *registry, const char *key)
{
    const uint32_t *slot =
        cg_table_slot(&registry->table, hash_key(registry, key), is_entry, registry, key);
    return slot && *slot ? registry->entries[*slot - 1] : NULL;
}

/* The entry of a key, made if there is none; NULL when memory is exhausted. */
static struct entry *entry_of(struct cg_registry *registry, const char *key)
{
    struct entry *entry = find_entry(registry, key);
    if (entry || !cg_table_reserve(&registry->table, hash_entry, registry) ||
        !cg_grow(&registry->entries, &registry->capacity, (size_t)registry->table.used + 1,
                 sizeof *registry->entries)) {
        return entry;
    }
    entry = calloc(1, sizeof *entry + strlen(key) + 1);
    if (entry) {
        strcpy(entry->key, key);
        entry->strategy = *cg_strategy_find("greatest");
        cg_table_place(&registry->table, hash_key(registry, key), registry->table.used);
        registry->entries[registry->table.used++] = entry;
    }
    return entry;
}

/* Whether a kind has its own "sum"; kinds of version 1 end before that member. */
static bool has_sum(const struct cg_metadata_kind *kind)
{
    return kind && kind->sum;
}

/* The meaning of a strategy's name for a kind, which may be NULL. @return whether it has one. */
static bool find_strategy(struct cg_strategy *out, const struct cg_metadata_kind *kind,
                          const char *name)
{
    const struct cg_strategy *common = cg_strategy_find(name);
    if (common) {
        *out = *common;
        if (has_sum(kind) && strcmp(name, "sum") == 0) {
            out->merge = kind->sum;
        }
    } else if (kind && kind->merge && strcmp(name, "custom") == 0) {
        *out = (struct cg_strategy){"custom", kind->merge, false, false, "as the kind defines"};
    } else if (kind && kind->metacg && strcmp(name, "metacg") == 0) {
        *out = (struct cg_strategy){"metacg", kind->metacg, false, true, "as MetaCG does"};
    } else {
        return false;
    }
    return true;
}

/* Report that a kind has no such strategy, and list those it has. */
static int fail_strategy(const struct cg_metadata_kind *kind, const char *key, const char *name,
                         struct cg_error *error)
{
    char known[200] = "";
    const struct cg_strategy *strategy;
    size_t length = 0;
    for (size_t i = 0; (strategy = cg_strategy_at(i)) && length < sizeof known; i++) {
        length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "",
                                   strategy->name);
    }
    return cg_fail(error, CG_E_ARGUMENT,
                   "metadata kind \"%.100s\" has no strategy \"%.100s\": choose one of %s%s%s", key,
                   name, known, kind && kind->merge ? ", custom" : "", kind ? ", metacg" : "");
}

/** Why a key cannot be used on command lines, in files and in messages, or NULL. */
static const char *key_fault(const char *key)
{
    static const char *const taken[] = {"all", "none", "edgeMetadata"};
    if (!utf8_valid(key)) {
        return "is not UTF-8";
    }
    for (const char *c = key; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            return "has control characters";
        }
    }
    if (strpbrk(key, ",=")) {
        return "has a comma or an equals sign";
    }
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (strcmp(key, taken[i]) == 0) {
            return "is reserved on command lines or in files";
        }
    }
    return *key == '-' ? "begins with '-'" : NULL;
}

/* Messages are one line of text, whatever the key. */
static int fail_key(const char *key, const char *fault, struct cg_error *error)
{
    char shown[100];
    size_t length = 0;
    for (; key[length] && length < sizeof shown - 1; length++) {
        unsigned char c = (unsigned char)key[length];
        shown[length] = c < ' ' || c >= 0x7f ? '?' : (char)c;
    }
    shown[length] = '\0';
    return cg_fail(error, CG_E_ARGUMENT, "the key \"%s\" of a metadata kind %s", shown, fault);
}

static int check_kind(const struct cg_metadata_kind *kind, struct cg_strategy *strategy,
                      struct cg_error *error)
{
    if (kind->abi < CG_METADATA_ABI_OLDEST || kind->abi > CG_METADATA_ABI) {
        return cg_fail(error, CG_E_ARGUMENT,
                       "a metadata kind has ABI version %u: this libcg supports %u to %u",
                       kind->abi, CG_METADATA_ABI_OLDEST, CG_METADATA_ABI);
    }
    if (!kind->key || !*kind->key) {
        return cg_fail(error, CG_E_ARGUMENT, "a metadata kind lacks its key");
    }
    const char *fault = key_fault(kind->key);
    if (fault) {
        return fail_key(kind->key, fault, error);
    }
    if (!kind->places || kind->places & ~(unsigned)(CG_ON_GRAPH | CG_ON_NODE | CG_ON_EDGE)) {
        return cg_fail(error, CG_E_ARGUMENT,
                       "metadata kind \"%s\" belongs on %s: places are CG_ON_GRAPH, CG_ON_NODE and "
                       "CG_ON_EDGE",
                       kind->key, kind->places ? "an unknown place" : "nothing");
    }
    if (!kind->description) {
        return cg_fail(error, CG_E_ARGUMENT, "metadata kind \"%s\" lacks its description",
                       kind->key);
    }
    if (strpbrk(kind->description, "\r\n")) {
        return cg_fail(error, CG_E_ARGUMENT,
                       "the description of metadata kind \"%s\" has several lines", kind->key);
    }
    if (!kind->strategy) {
        return cg_fail(error, CG_E_ARGUMENT, "metadata kind \"%s\" lacks its strategy", kind->key);
    }
    return find_strategy(strategy, kind, kind->strategy)
               ? CG_OK
               : fail_strategy(kind, kind->key, kind->strategy, error);
}

static bool list_kind(struct cg_registry *registry, const struct cg_metadata_kind *kind)
{
    if (!cg_grow(&registry->kinds, &registry->kind_capacity, registry->kind_count + 1,
                 sizeof *registry->kinds)) {
        return false;
    }
    size_t at = registry->kind_count++;
    for (; at && strcmp(registry->kinds[at - 1]->key, kind->key) > 0; at--) {
        registry->kinds[at] = registry->kinds[at - 1];
    }
    registry->kinds[at] = kind;
    return true;
}

int cg_registry_add(struct cg_registry *registry, const struct cg_metadata_kind *kind,
                    struct cg_error *error)
{
    struct cg_strategy strategy;
    int status = check_kind(kind, &strategy, error);
    if (status) {
        return status;
    }
    if (cg_registry_find(registry, kind->key)) {
        return cg_fail(error, CG_E_CONFLICT, "metadata kind \"%s\" is registered already",
                       kind->key);
    }
    struct entry *entry = entry_of(registry, kind->key);
    if (!entry || !list_kind(registry, kind)) {
        return cg_fail_memory(error);
    }
    entry->kind = kind;
    if (!entry->is_set) {
        entry->strategy = strategy;
        registry->counts |= strategy.counts;
    }
    return CG_OK;
}

static void unlist_kind(struct cg_registry *registry, const struct cg_metadata_kind *kind)
{
    size_t at = 0;
    while (registry->kinds[at] != kind) {
        at++;
    }
    registry->kind_count--;
    memmove(&registry->kinds[at], &registry->kinds[at + 1],
            (registry->kind_count - at) * sizeof *registry->kinds);
}

void registry_remove(struct cg_registry *registry, const char *key)
{
    struct entry *entry = find_entry(registry, key);
    if (entry && entry->kind) {
        unlist_kind(registry, entry->kind);
        entry->kind = NULL;
        entry->strategy = entry->is_set ? entry->strategy : *cg_strategy_find("greatest");
    }
}

const struct cg_metadata_kind *cg_registry_find(const struct cg_registry *registry, const char *key)
{
    const struct entry *entry = find_entry(registry, key);
    return entry ? entry->kind : NULL;
}

size_t cg_registry_count(const struct cg_registry *registry)
{
    return registry->kind_count;
}

const struct cg_metadata_kind *cg_registry_at(const struct cg_registry *registry, size_t i)
{
    return i < registry->kind_count ? registry->kinds[i] : NULL;
}

int cg_registry_set_strategy(struct cg_registry *registry, const char *key, const char *name,
                             struct cg_error *error)
{
    const struct cg_metadata_kind *kind = cg_registry_find(registry, key);
    struct cg_strategy strategy;
    if (kind && kind->structural) {
        return cg_fail(error, CG_E_ARGUMENT,
                       "\"%s\" is part of the graph itself: its merge is fixed", key);
    }
    const char *meant =
        kind && !kind->metacg && strcmp(name, "metacg") == 0 ? kind->strategy : name;
    if (!find_strategy(&strategy, kind, meant)) {
        return fail_strategy(kind, key, name, error);
    }
    struct entry *entry = entry_of(registry, key);
    if (!entry) {
        return cg_fail_memory(error);
    }
    entry->strategy = strategy;
    entry->is_set = true;
    registry->counts |= strategy.counts;
    return CG_OK;
}

const struct cg_strategy *cg_registry_strategy(const struct cg_registry *registry, const char *key)
{
    const struct entry *entry = find_entry(registry, key);
    return entry ? &entry->strategy : cg_strategy_find("greatest");
}

bool registry_counts(const struct cg_registry *registry)
{
    return registry->counts;
}
