/*
 * Answers which functions an entry of a class and its subclasses may be, from an index of tables by
 * class that is made once. Keeps answers until rapid type analysis marks other classes as
 * instantiated.
 */
#include "classes/hierarchy_internal.h"

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

#define PREFIX 4 /* length of "_ZTV", "_ZTS" */
#define MEMBER ".virtual"

/* Indexes */

static void *zeroed(size_t count, size_t size)
{
    return calloc(count + 1, size);
}

static bool allocate(struct hierarchy *h)
{
    const struct class_tables *all = &h->all;
    h->strings = zeroed(all->pool.count, sizeof *h->strings);
    h->first_install = zeroed(all->pool.count, sizeof *h->first_install);
    h->next_install = zeroed(all->install_count, sizeof *h->next_install);
    h->next_table = zeroed(all->table_count, sizeof *h->next_table);
    h->by_type = zeroed(all->point_count, sizeof *h->by_type);
    h->room = zeroed(all->entry_count, sizeof *h->room);
    h->spans = zeroed(all->entry_count, sizeof *h->spans);
    h->made_outside = zeroed(all->table_count, sizeof *h->made_outside);
    h->counts = zeroed(all->table_count, sizeof *h->counts);
    h->is_exposed = zeroed(h->node_count, sizeof *h->is_exposed);
    h->exposed = zeroed(h->node_count, sizeof *h->exposed);
    return h->strings && h->first_install && h->next_install && h->next_table && h->by_type &&
           h->room && h->spans && h->made_outside && h->counts && h->is_exposed && h->exposed;
}

static void index_tables(struct hierarchy *h)
{
    for (uint32_t i = 0; i < h->all.systems.count; i++) {
        h->strings[h->all.systems.items[i]].is_system = true;
    }
    for (uint32_t i = 0; i < h->all.programs.count; i++) {
        h->strings[h->all.programs.items[i]].of_program = true;
    }
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        struct class_string *name = &h->strings[h->all.tables[t].name];
        h->next_table[t] = name->first_table;
        name->first_table = t + 1;
    }
}

static void index_installs(struct hierarchy *h)
{
    for (uint32_t i = 0; i < h->all.install_count; i++) {
        uint32_t *first = &h->first_install[h->all.installs[i].table];
        h->next_install[i] = *first;
        *first = i + 1;
    }
}

static void index_points(struct hierarchy *h)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < h->all.point_count; i++) {
        h->strings[h->all.points[i].type].point_count++;
    }
    for (uint32_t s = 0; s < h->all.pool.count; s++) {
        h->strings[s].first_point = at;
        at += h->strings[s].point_count;
        h->strings[s].point_count = 0;
    }
    for (uint32_t i = 0; i < h->all.point_count; i++) {
        struct class_string *type = &h->strings[h->all.points[i].type];
        h->by_type[type->first_point + type->point_count++] = i;
    }
}

/* An internal class is followed by its file. */
static bool is_member(const char *type)
{
    const char *end = strstr(type, MEMBER);
    return end && (end[strlen(MEMBER)] == '\0' || end[strlen(MEMBER)] == '|');
}

/* The class of "_ZTS1A" has the table "_ZTV1A". @return false when memory is exhausted. */
static bool find_own(struct hierarchy *h, uint32_t type, char **name)
{
    size_t length = cg_pool_length(&h->all.pool, type);
    struct class_string *string = &h->strings[type];
    const char *text = cg_pool_string(&h->all.pool, type);
    string->own = CG_NO_STRING;
    string->is_member = is_member(text);
    if (length < PREFIX) {
        return true;
    }
    char *grown = realloc(*name, length + 1);
    if (!grown) {
        return false;
    }
    *name = grown;
    memcpy(grown, text, length + 1);
    memcpy(grown, "_ZTV", PREFIX);
    uint32_t own = cg_pool_find(&h->all.pool, grown, length);
    if (own != CG_NO_STRING && h->strings[own].first_table) {
        string->own = own;
    }
    return true;
}

static bool find_owns(struct hierarchy *h)
{
    char *name = NULL;
    bool ok = true;
    for (uint32_t s = 0; s < h->all.pool.count && ok; s++) {
        ok = find_own(h, s, &name);
    }
    free(name);
    return ok;
}

/* At least two entries before an address point are not functions: offset and type info. */
#define HEADER 2

static void measure_table(struct hierarchy *h, const struct class_table *table)
{
    int64_t room = 0;
    for (uint32_t i = table->entry + table->entry_count; i-- > table->entry;) {
        room++;
        h->room[i] = room > 0 ? (uint32_t)room : 1;
        room = h->spans[i] ? -HEADER : room;
    }
}

static void measure_spans(struct hierarchy *h)
{
    for (uint32_t i = 0; i < h->all.point_count; i++) {
        const struct class_point *point = &h->all.points[i];
        const struct class_table *table = &h->all.tables[point->table];
        if (!h->strings[point->type].is_member && point->entry < table->entry_count) {
            h->spans[table->entry + point->entry] = 1; /* a table begins */
        }
    }
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        measure_table(h, &h->all.tables[t]);
    }
}

/* The number of entries of each class itself, without those that derived classes add. */
static void measure_classes(struct hierarchy *h)
{
    for (uint32_t i = 0; i < h->all.point_count; i++) {
        const struct class_point *point = &h->all.points[i];
        const struct class_table *table = &h->all.tables[point->table];
        struct class_string *type = &h->strings[point->type];
        if (table->name == type->own && point->entry < table->entry_count) {
            uint32_t room = h->room[table->entry + point->entry];
            type->room = room > type->room ? room : type->room;
        }
    }
}

static int prepare_index(struct hierarchy *h, const struct cg_graph *graph, struct cg_error *error)
{
    int status = class_tables_read(&h->all, graph, error);
    if (status) {
        return status;
    }
    if (!allocate(h)) {
        return cg_fail_memory(error);
    }
    index_tables(h);
    index_installs(h);
    index_points(h);
    if (!find_owns(h)) {
        return cg_fail_memory(error);
    }
    measure_spans(h);
    measure_classes(h);
    status = hierarchy_find_open(h, graph, error);
    if (!status) {
        hierarchy_restrict(h, NULL);
    }
    return status;
}

int hierarchy_new(struct hierarchy **out, const struct cg_graph *graph, bool library,
                  struct cg_error *error)
{
    struct hierarchy *h = calloc(1, sizeof *h);
    if (!h) {
        return cg_fail_memory(error);
    }
    h->node_count = cg_graph_node_count(graph);
    h->library = library;
    int status = prepare_index(h, graph, error);
    if (status) {
        hierarchy_free(h);
        return status;
    }
    *out = h;
    return CG_OK;
}

bool hierarchy_is_library(const struct hierarchy *h)
{
    return h->library;
}

/* Answers */

static void forget_answers(struct hierarchy *h)
{
    for (uint32_t i = 0; i < h->answer_table.used; i++) {
        free(h->answers[i].nodes);
    }
    cg_table_clear(&h->answer_table);
}

void hierarchy_free(struct hierarchy *h)
{
    if (!h) {
        return;
    }
    forget_answers(h);
    class_tables_free(&h->all);
    free(h->strings);
    free(h->next_table);
    free(h->first_install);
    free(h->next_install);
    free(h->by_type);
    free(h->room);
    free(h->spans);
    free(h->made_outside);
    free(h->counts);
    free(h->answers);
    cg_table_free(&h->answer_table);
    free(h->is_exposed);
    free(h->exposed);
    free(h);
}

static uint32_t hash_question(uint32_t type, uint32_t slot)
{
    uint64_t hash = (((uint64_t)type << 32) | slot) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

static uint32_t hash_answer(const void *user, uint32_t i)
{
    const struct hierarchy *h = user;
    return hash_question(h->answers[i].type, h->answers[i].slot);
}

static bool is_answer(const void *user, uint32_t i, const void *wanted)
{
    const struct answer *answer = &((const struct hierarchy *)user)->answers[i], *like = wanted;
    return answer->type == like->type && answer->slot == like->slot;
}

static void sort_nodes(struct answer *answer)
{
    size_t kept = 0;
    if (answer->count > 1) {
        qsort(answer->nodes, answer->count, sizeof *answer->nodes, compare_u32);
    }
    for (size_t i = 0; i < answer->count; i++) {
        if (i == 0 || answer->nodes[i] != answer->nodes[i - 1]) {
            answer->nodes[kept++] = answer->nodes[i];
        }
    }
    answer->count = kept;
}

static cg_node entry_at(const struct hierarchy *h, const struct class_point *point, uint32_t slot)
{
    const struct class_table *table = &h->all.tables[point->table];
    uint64_t entry = (uint64_t)point->entry + slot;
    return entry < table->entry_count ? h->all.entries[table->entry + entry] : ENTRY_UNKNOWN;
}

/* The entry of a table at a slot from one of its points on. @return false when memory is
 * exhausted. */
static bool answer_point(const struct hierarchy *h, struct answer *answer,
                         const struct class_point *point, uint32_t slot)
{
    if (!h->counts[point->table]) {
        return true;
    }
    cg_node node = entry_at(h, point, slot);
    if (node == ENTRY_UNKNOWN || node == ENTRY_ELSEWHERE) {
        answer->complete = false;
        answer->elsewhere = true;
        answer->only_uncollected = answer->only_uncollected && node == ENTRY_ELSEWHERE;
    } else if (node != ENTRY_NOTHING) {
        if (!cg_grow(&answer->nodes, &answer->capacity, answer->count + 1, sizeof *answer->nodes)) {
            return false;
        }
        answer->nodes[answer->count++] = node;
    }
    return true;
}

static const struct class_point *point_of(const struct hierarchy *h, uint32_t type, uint32_t i)
{
    return &h->all.points[h->by_type[h->strings[type].first_point + i]];
}

/* The entries at a slot in all tables that serve as those of a type. */
static bool answer_slot(const struct hierarchy *h, struct answer *answer, uint32_t type,
                        uint32_t slot)
{
    bool ok = true;
    for (uint32_t i = 0; i < h->strings[type].point_count && ok; i++) {
        ok = answer_point(h, answer, point_of(h, type, i), slot);
    }
    return ok;
}

/* The number of entries of a table from a point on. */
static uint32_t room_at(const struct hierarchy *h, const struct class_point *point)
{
    const struct class_table *table = &h->all.tables[point->table];
    return point->entry < table->entry_count ? h->room[table->entry + point->entry] : 0;
}

/** Slots of a class. */
struct slot_list {
    uint32_t *items;
    size_t capacity;
    size_t count;
};

static bool is_known(const struct slot_list *slots, uint32_t slot)
{
    size_t i = 0;
    while (i < slots->count && slots->items[i] != slot) {
        i++;
    }
    return i < slots->count;
}

static bool add_slot(struct slot_list *slots, uint32_t slot)
{
    if (!cg_grow(&slots->items, &slots->capacity, slots->count + 1, sizeof *slots->items)) {
        return false;
    }
    slots->items[slots->count++] = slot;
    return true;
}

/* A function may override one of another type, since it may return a derived class. So if its class
 * has a function of the type, any function that a table has there may be called.
 * @return false when memory is exhausted */
static bool answer_overrides(const struct hierarchy *h, struct answer *answer,
                             const struct class_point *member, struct slot_list *asked)
{
    uint32_t class = h->strings[answer->type].class;
    const struct class_table *table = &h->all.tables[member->table];
    bool ok = true;
    for (uint32_t i = 0; class != CG_NO_STRING && i < table->point_count && ok; i++) {
        const struct class_point *point = &h->all.points[table->point + i];
        uint32_t slot = member->entry - point->entry;
        if (point->type != class || member->entry < point->entry || slot >= room_at(h, point)) {
            continue;
        }
        ok =
            is_known(asked, slot) || (add_slot(asked, slot) && answer_slot(h, answer, class, slot));
    }
    return ok;
}

static bool answer_of_type(const struct hierarchy *h, struct answer *answer)
{
    const struct class_string *type = &h->strings[answer->type];
    struct slot_list asked = {0};
    bool ok = answer_slot(h, answer, answer->type, answer->slot);
    for (uint32_t i = 0; type->is_member && i < type->point_count && ok; i++) {
        ok = answer_overrides(h, answer, point_of(h, answer->type, i), &asked);
    }
    free(asked.items);
    answer->complete = answer->complete && !type->open;
    return ok;
}

/* Tables without such an entry do not matter. */
static bool answer_of_any(const struct hierarchy *h, struct answer *answer)
{
    bool ok = true;
    for (uint32_t i = 0; i < h->all.point_count && ok; i++) {
        const struct class_point *point = &h->all.points[i];
        const struct class_string *type = &h->strings[point->type];
        if (!type->is_member && answer->slot < room_at(h, point)) {
            answer->complete = answer->complete && !type->open;
            ok = answer_point(h, answer, point, answer->slot);
        }
    }
    return ok;
}

/* @return false when memory is exhausted. */
static bool find_answer(const struct hierarchy *h, struct answer *answer)
{
    answer->complete = true;
    answer->only_uncollected = true;
    if (!(answer->type == CG_NO_STRING ? answer_of_any(h, answer) : answer_of_type(h, answer))) {
        free(answer->nodes);
        return false;
    }
    sort_nodes(answer);
    return true;
}

/* A stored or new answer, NULL when memory is exhausted. */
static const struct answer *answer_of(struct hierarchy *h, uint32_t type, uint32_t slot)
{
    struct answer new = {.type = type, .slot = slot};
    uint32_t hash = hash_question(type, slot), count = h->answer_table.used;
    const uint32_t *known = cg_table_slot(&h->answer_table, hash, is_answer, h, &new);
    if (known && *known) {
        return &h->answers[*known - 1];
    }
    if (!cg_grow(&h->answers, &h->answer_capacity, (size_t)count + 1, sizeof *h->answers) ||
        !cg_table_reserve(&h->answer_table, hash_answer, h) || !find_answer(h, &new)) {
        return NULL;
    }
    cg_table_place(&h->answer_table, hash, count);
    h->answer_table.used++;
    h->answers[count] = new;
    return &h->answers[count];
}

bool hierarchy_find(struct hierarchy_targets *out, struct hierarchy *h, const char *receiver,
                    uint32_t slot)
{
    uint32_t type = cg_pool_find(&h->all.pool, receiver, strlen(receiver));
    if (type != CG_NO_STRING && h->strings[type].is_system && h->strings[type].point_count == 0) {
        *out = (struct hierarchy_targets){.only_uncollected = true, .of_system = true};
        return true;
    }
    if (type == CG_NO_STRING || h->strings[type].point_count == 0) {
        return false;
    }
    const struct answer *found = answer_of(h, type, slot);
    if (!found) { /* "nothing is known" is always correct */
        return false;
    }
    const struct class_string *string = &h->strings[type];
    bool of_system = string->is_system && string->own == CG_NO_STRING;
    *out = (struct hierarchy_targets){
        .nodes = found->nodes,
        .count = found->count,
        .complete = found->complete,
        .only_uncollected = found->only_uncollected,
        .by_class = !found->complete && !found->elsewhere && !of_system,
        .of_system = of_system && found->only_uncollected,
        .in_header = string->own != CG_NO_STRING && hierarchy_is_system(h, string->own) &&
                     found->only_uncollected,
        .derived = true,
    };
    return true;
}

/* The type of a pointer to members is "M", the class, and the type of the member: a function, its
 * qualifiers before it (Itanium C++ ABI, 5.1.5). Only a parser of all of it could tell which of its
 * letters begins the function, so each is tried. Nothing is known of longer names and of those with
 * more such letters, which keeps hostile ones cheap. */
#define LIMIT_MEMBER_TYPE 4096
#define LIMIT_FUNCTIONS 64
#define FUNCTION_LETTERS "rVKDF"

/* The class whose type info name, after the prefix, is that text of that many bytes, and the file
 * if it is internal. CG_NO_STRING: none. */
static uint32_t class_at(const struct hierarchy *h, const char *text, size_t length,
                         const char *file)
{
    char name[PREFIX + LIMIT_MEMBER_TYPE];
    size_t ending = strlen(file);
    memcpy(name, "_ZTS", PREFIX);
    memcpy(name + PREFIX, text, length);
    memcpy(name + PREFIX + length, file, ending);
    uint32_t found = cg_pool_find(&h->all.pool, name, PREFIX + length + ending);
    bool class = found != CG_NO_STRING && h->strings[found].point_count > 0;
    return class && !h->strings[found].is_member ? found : CG_NO_STRING;
}

bool hierarchy_has_derived(const struct hierarchy *h, const char *receiver)
{
    if (strncmp(receiver, "_ZTSM", PREFIX + 1) != 0 || strlen(receiver) > LIMIT_MEMBER_TYPE) {
        return false;
    }
    const char *text = receiver + PREFIX + 1;
    const char *file = text + strcspn(text, "|");
    const char *end = strpbrk(text, FUNCTION_LETTERS);
    uint32_t class = CG_NO_STRING;
    for (unsigned i = 0; end && end < file; i++) {
        if (i == LIMIT_FUNCTIONS) {
            return false;
        }
        uint32_t found = class_at(h, text, (size_t)(end - text), file);
        class = found == CG_NO_STRING ? class : found;
        end = strpbrk(end + 1, FUNCTION_LETTERS);
    }
    return class != CG_NO_STRING && !h->strings[class].open;
}

int hierarchy_find_anywhere(struct hierarchy_targets *out, struct hierarchy *h, uint32_t slot,
                            struct cg_error *error)
{
    const struct answer *found = answer_of(h, CG_NO_STRING, slot);
    if (!found) {
        return cg_fail_memory(error);
    }
    *out = (struct hierarchy_targets){.nodes = found->nodes,
                                      .count = found->count,
                                      .complete = found->complete,
                                      .only_uncollected = found->only_uncollected};
    return CG_OK;
}

int hierarchy_visit_table(const struct hierarchy *h, const char *table, hierarchy_visit *visit,
                          void *data, struct cg_error *error)
{
    uint32_t name = cg_pool_find(&h->all.pool, table, strlen(table));
    uint32_t next = name == CG_NO_STRING ? 0 : h->strings[name].first_table;
    int status = CG_OK;
    for (; next && !status; next = h->next_table[next - 1]) {
        const struct class_table *found = &h->all.tables[next - 1];
        for (uint32_t i = 0; i < found->entry_count && !status; i++) {
            cg_node node = h->all.entries[found->entry + i];
            status = node < h->node_count ? visit(data, node, error) : CG_OK;
        }
    }
    return status;
}

/* Rapid type analysis */

void hierarchy_unmark(struct hierarchy *h)
{
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        h->strings[h->all.tables[t].name].marked = false;
    }
}

/* Mark what is installed. */
static void mark_installed(struct hierarchy *h, const bool *reached)
{
    hierarchy_unmark(h);
    for (uint32_t i = 0; i < h->all.install_count; i++) {
        const struct class_install *install = &h->all.installs[i];
        if (install->function == CG_NONE || reached[install->function]) {
            h->strings[install->table].marked = true;
        }
    }
}

void hierarchy_restrict(struct hierarchy *h, const bool *reached)
{
    forget_answers(h);
    h->all_exposed = h->all_exposed && reached;
    if (reached) {
        mark_installed(h, reached);
    }
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        h->counts[t] = !reached || h->made_outside[t] || h->strings[h->all.tables[t].name].marked;
    }
    hierarchy_expose(h);
}

/* Set, for the methods of tables that count or of the others, that they are never instantiated. */
static void mark_tables(bool *out, const struct hierarchy *h, bool counting)
{
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        const struct class_table *table = &h->all.tables[t];
        for (uint32_t i = 0; h->counts[t] == counting && i < table->entry_count; i++) {
            cg_node node = h->all.entries[table->entry + i];
            if (node < h->node_count) {
                out[node] = !counting;
            }
        }
    }
}

void hierarchy_never_instantiated(bool *out, const struct hierarchy *h)
{
    memset(out, 0, h->node_count * sizeof *out);
    mark_tables(out, h, false);
    mark_tables(out, h, true);
}

void hierarchy_expose_all(struct hierarchy *h)
{
    h->all_exposed = true;
    hierarchy_expose(h);
}

const cg_node *hierarchy_exposed(const struct hierarchy *h, size_t *count)
{
    *count = h->exposed_count;
    return h->exposed;
}
