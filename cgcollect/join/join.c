/*
 * Reconciles what the source and the compiler show of calls, unresolved calls, addresses and
 * functions. driver/collect_unit.c runs it after both.
 */
#include "join/join.h"

#include <stdlib.h>
#include <string.h>

#include "join/body_owners.h"
#include "join/inherited_overrides.h"
#include "text/mangled.h"
#include "unit/unit_vtables.h"

#define PAIR(a, b) (((guint64)(a) << 32) | (b))

/** The evidence for calls between one pair of functions. */
struct pair {
    guint64 key;
    unsigned kinds[2]; /**< seen by the AST, by the IR */
    bool placed;       /**< the IR has their places */
};

struct joining {
    struct unit *unit;
    GHashTable *pairs;
    GHashTable *virtuals;  /**< callers in which the IR has virtual calls */
    GHashTable *addressed; /**< functions whose address the AST saw taken */
};

static bool by(unsigned evidence, enum unit_evidence who)
{
    return (evidence & who) != 0;
}

/** Whether the compiler shows all calls of a function. It may not make the function that runs
 *  initialisers, if all of them are constants. */
static bool compiled(const struct joining *j, unit_id id)
{
    const struct unit_function *function = unit_function_at(j->unit, id);
    return by(function->defined, UNIT_IR) || unit_is_initialiser(function);
}

/** Whether only the source shows a body that may run, with its facts: in C, those that are there to
 *  be inlined and nothing else, as glibc's headers have them, and what they call. */
static bool is_in_source_alone(const struct unit *unit, const struct unit_function *function)
{
    return unit->source_facts && by(function->defined, UNIT_AST) && !by(function->defined, UNIT_IR);
}

/** Whether to ignore the source's calls of a function: other inline functions of system headers
 *  are in a library if they are not emitted, and otherwise what the compiler leaves out depends on
 *  the library's own conditions. */
static bool ignores_source(const struct joining *j, unit_id id)
{
    const struct unit_function *function = unit_function_at(j->unit, id);
    return function->in_system_header && !is_in_source_alone(j->unit, function);
}

/* Calls */

static struct pair *pair_of(const struct joining *j, const struct unit_call *call)
{
    guint64 key = PAIR(call->caller, call->callee);
    return g_hash_table_lookup(j->pairs, &key);
}

static void note_call(struct joining *j, const struct unit_call *call)
{
    struct pair *pair = pair_of(j, call);
    if (!pair) {
        pair = g_new0(struct pair, 1);
        pair->key = PAIR(call->caller, call->callee);
        g_hash_table_insert(j->pairs, &pair->key, pair);
    }
    bool ir = by(call->evidence, UNIT_IR);
    pair->kinds[ir] |= call->kind;
    pair->placed = pair->placed || (ir && call->place.file);
}

/** Whether a builtin is first an intrinsic, which the compiler turns into a call late, or never. */
static bool is_lowered(const char *name)
{
    static const char *const names[] = {"bcopy", "bzero", "memcpy", "memmove", "mempcpy", "memset"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** Whether a call that only the source has cannot happen in the program. */
static bool is_elided(const struct joining *j, const struct unit_call *call)
{
    const struct unit_function *callee = unit_function_at(j->unit, call->callee);
    void *caller = GUINT_TO_POINTER(call->caller);
    if (unit_function_at(j->unit, call->caller)->defaulted) {
        return true;
    }
    if (call->kind == CG_EDGE_VIRTUAL) {
        return !g_hash_table_contains(j->virtuals, caller);
    }
    return callee->origin ? mangled_is_special_member(callee->name) : !is_lowered(callee->name);
}

/** Whether the compiler does not need a function that only it would define. */
static bool is_trivial(const struct joining *j, unit_id id)
{
    return unit_function_at(j->unit, id)->defaulted && !compiled(j, id);
}

static bool is_kept(const struct joining *j, const struct unit_call *call)
{
    if (by(call->evidence, UNIT_IR)) {
        return true;
    }
    if (ignores_source(j, call->caller) ||
        unit_is_initialiser(unit_function_at(j->unit, call->caller))) {
        return false;
    }
    if (unit_function_at(j->unit, call->callee)->no_code) {
        return true;
    }
    if (!compiled(j, call->caller)) {
        return !is_trivial(j, call->callee);
    }
    const struct pair *pair = pair_of(j, call);
    return pair->kinds[1] ? !pair->placed && !(pair->kinds[1] & call->kind)
                          : call->may_copy || !is_elided(j, call);
}

/** The kind of a call that the compiler shows, according to the source. */
static unsigned kind_of(const struct joining *j, const struct unit_call *call)
{
    const struct pair *pair = pair_of(j, call);
    if (call->kind != CG_EDGE_DIRECT) {
        return call->kind;
    }
    unsigned written = pair->kinds[0];
    if (written & CG_EDGE_IMPLICIT) {
        return CG_EDGE_IMPLICIT;
    }
    bool seen = by(unit_function_at(j->unit, call->caller)->defined, UNIT_AST);
    return !written && seen ? CG_EDGE_IMPLICIT : CG_EDGE_DIRECT;
}

static void settle_call(const struct joining *j, struct unit_call *call)
{
    const struct pair *pair = pair_of(j, call);
    if (by(call->evidence, UNIT_IR)) {
        call->kind = kind_of(j, call);
    }
    call->evidence = (pair->kinds[0] ? UNIT_AST : 0u) | (pair->kinds[1] ? UNIT_IR : 0u);
}

static void join_calls(struct joining *j)
{
    GArray *calls = j->unit->calls;
    struct unit_call *all = (struct unit_call *)calls->data;
    for (guint i = 0; i < calls->len; i++) {
        note_call(j, &all[i]);
    }
    guint kept = 0;
    for (guint i = 0; i < calls->len; i++) {
        if (is_kept(j, &all[i])) {
            all[kept] = all[i];
            settle_call(j, &all[kept++]);
        }
    }
    g_array_set_size(calls, kept);
}

/* Unresolved calls */

struct line {
    unit_id caller;
    const char *file;
    uint32_t line;
};

static guint hash_line(gconstpointer data)
{
    const struct line *line = data;
    return line->caller * 31 + line->line;
}

static gboolean equal_lines(gconstpointer a, gconstpointer b)
{
    const struct line *x = a;
    const struct line *y = b;
    return x->caller == y->caller && x->line == y->line && x->file == y->file;
}

static struct line line_of(const struct unit_unresolved *open)
{
    return (struct line){open->caller, open->place.file, open->place.line};
}

/** The program's lines with calls through pointers, according to one source of evidence. */
static GHashTable *pointer_lines(const struct joining *j, enum unit_evidence who)
{
    GHashTable *lines = g_hash_table_new_full(hash_line, equal_lines, g_free, NULL);
    for (guint i = 0; i < j->unit->opens->len; i++) {
        const struct unit_unresolved *open =
            &g_array_index(j->unit->opens, struct unit_unresolved, i);
        if (by(open->evidence, who) && !ignores_source(j, open->caller) &&
            strcmp(open->reason, CG_OPEN_POINTER) == 0) {
            struct line *line = g_new(struct line, 1);
            *line = line_of(open);
            g_hash_table_add(lines, line);
        }
    }
    return lines;
}

/** The callers with unresolved calls for a reason, according to one source of evidence. */
static GHashTable *callers_open(const struct unit *unit, enum unit_evidence who, const char *reason)
{
    GHashTable *callers = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < unit->opens->len; i++) {
        const struct unit_unresolved *open = &g_array_index(unit->opens, struct unit_unresolved, i);
        if (by(open->evidence, who) && strcmp(open->reason, reason) == 0) {
            g_hash_table_add(callers, GUINT_TO_POINTER(open->caller));
        }
    }
    return callers;
}

/** Decides which of two views of a function's unresolved calls counts. */
struct views {
    GHashTable *written;  /**< lines with calls through pointers, in the source */
    GHashTable *writers;  /**< callers with such calls, in the source */
    GHashTable *pointers; /**< callers with such calls, in the IR */
};

static bool is_open_kept(const struct joining *j, const struct views *views,
                         const struct unit_unresolved *open)
{
    void *caller = GUINT_TO_POINTER(open->caller);
    struct line line = line_of(open);
    bool pointer = strcmp(open->reason, CG_OPEN_POINTER) == 0;
    bool assembly = strcmp(open->reason, CG_OPEN_ASSEMBLY) == 0;
    if (by(open->evidence, UNIT_AST) && ignores_source(j, open->caller)) {
        return false;
    }
    if (by(open->evidence, UNIT_AST)) {
        return !compiled(j, open->caller) || assembly ||
               (pointer && g_hash_table_contains(views->pointers, caller));
    }
    bool seen = by(unit_function_at(j->unit, open->caller)->defined, UNIT_AST);
    if (assembly) {
        return !seen;
    }
    return !pointer || (open->place.file ? !g_hash_table_contains(views->written, &line)
                                         : !g_hash_table_contains(views->writers, caller));
}

/** The compiler does not emit the function: if it runs, it comes from another file, or it is a
 *  system header's and inlined. */
static void settle_open(const struct joining *j, struct unit_unresolved *open)
{
    bool of_system = unit_function_at(j->unit, open->caller)->in_system_header;
    if (by(open->evidence, UNIT_AST) && !compiled(j, open->caller) && !of_system) {
        open->reason = CG_OPEN_UNEMITTED;
    }
}

static void join_opens(struct joining *j)
{
    GArray *opens = j->unit->opens;
    struct views views = {
        .written = pointer_lines(j, UNIT_AST),
        .writers = callers_open(j->unit, UNIT_AST, CG_OPEN_POINTER),
        .pointers = callers_open(j->unit, UNIT_IR, CG_OPEN_POINTER),
    };
    guint kept = 0;
    for (guint i = 0; i < opens->len; i++) {
        struct unit_unresolved *all = (struct unit_unresolved *)opens->data;
        if (is_open_kept(j, &views, &all[i])) {
            all[kept] = all[i];
            settle_open(j, &all[kept++]);
        }
    }
    g_array_set_size(opens, kept);
    g_hash_table_destroy(views.written);
    g_hash_table_destroy(views.writers);
    g_hash_table_destroy(views.pointers);
}

/* Addresses */

/** The source shows most precisely where an address is taken. */
static void join_addresses(struct joining *j)
{
    GArray *addresses = j->unit->addresses;
    struct unit_site *all = (struct unit_site *)addresses->data;
    for (guint i = 0; i < addresses->len; i++) {
        if (by(all[i].evidence, UNIT_AST)) {
            g_hash_table_add(j->addressed, GUINT_TO_POINTER(all[i].function));
        }
    }
    guint kept = 0;
    for (guint i = 0; i < addresses->len; i++) {
        void *function = GUINT_TO_POINTER(all[i].function);
        if (by(all[i].evidence, UNIT_AST) || !g_hash_table_contains(j->addressed, function)) {
            all[kept++] = all[i];
        }
    }
    g_array_set_size(addresses, kept);
}

/* Overrides */

static int by_derived(const void *a, const void *b)
{
    const struct unit_override *x = a;
    const struct unit_override *y = b;
    return x->derived != y->derived ? (x->derived > y->derived) - (x->derived < y->derived)
                                    : (x->base > y->base) - (x->base < y->base);
}

/** Whether one of the pairs with the same derived method leads to the same base. */
static bool is_indirect(const struct unit_override *first, const struct unit_override *end,
                        unit_id base, GHashTable *known)
{
    for (const struct unit_override *o = first; o < end && o->derived == first->derived; o++) {
        guint64 rest = PAIR(o->base, base);
        if (o->base != base && g_hash_table_contains(known, &rest)) {
            return true;
        }
    }
    return false;
}

/** Virtual tables show all bases; only those that a method overrides directly count. */
static void join_overrides(struct unit *unit)
{
    guint count = unit->overrides->len;
    struct unit_override *all = (struct unit_override *)unit->overrides->data;
    struct unit_override *before = g_new(struct unit_override, count + 1);
    guint64 *keys = g_new(guint64, count + 1);
    GHashTable *known = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < count; i++) {
        before[i] = all[i];
    }
    if (count > 1) {
        qsort(before, count, sizeof *before, by_derived);
    }
    for (guint i = 0; i < count; i++) {
        keys[i] = PAIR(before[i].derived, before[i].base);
        g_hash_table_add(known, &keys[i]);
    }
    guint kept = 0;
    guint group = 0;
    for (guint i = 0; i < count; i++) {
        group = before[i].derived == before[group].derived ? group : i;
        if (!is_indirect(&before[group], &before[count], before[i].base, known)) {
            all[kept++] = before[i];
        }
    }
    g_array_set_size(unit->overrides, kept);
    g_hash_table_destroy(known);
    g_free(keys);
    g_free(before);
}

/** Other functions of system headers that the compiler does not emit are defined in a library. */
static void join_definitions(struct unit *unit)
{
    for (unit_id i = 0; i < unit->functions->len; i++) {
        struct unit_function *function = unit_function_at(unit, i);
        if (by(function->seen, UNIT_IR)) {
            function->no_code = UNIT_HAS_CODE;
        }
        bool in_library = function->in_system_header && !by(function->defined, UNIT_IR) &&
                          !is_in_source_alone(unit, function);
        if (in_library && !function->no_code) {
            function->defined = 0; /* and was not measured */
        }
    }
}

/* Destructors */

static bool same_place(struct unit_place a, struct unit_place b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

/** The name of a class's destructor, from its type info name: both encode the class alike
 *  (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling). NULL for local and internal
 *  classes. */
static char *destructor_of(const char *receiver)
{
    bool named = g_str_has_prefix(receiver, UNIT_TYPE_NAME_PREFIX) && !strchr(receiver, '|');
    const char *class = named ? receiver + strlen(UNIT_TYPE_NAME_PREFIX) : "";
    if (class[0] == '\0' || class[0] == 'Z') {
        return NULL;
    }
    char *scope = unit_class_scope(class);
    char *name = g_strconcat("_ZN", scope, "D1Ev", NULL);
    g_free(scope);
    return name;
}

/** Code that deletes an object of a class template's instance calls the instance's destructor,
 *  which the compiler shows only as an entry of a table. */
static void call_destructor(struct unit *unit, const struct unit_delete *deleted,
                            const char *receiver)
{
    char *name = destructor_of(receiver);
    if (name) {
        unit_id destructor = unit_function_named(unit, name);
        struct unit_function *function = unit_function_at(unit, destructor);
        if (!function->linkage) {
            function->linkage = CG_LINKAGE_EXTERNAL;
            function->in_system_header = deleted->of_system;
        }
        function->is_virtual = true;
        unit_add_call(unit, deleted->caller, destructor, CG_EDGE_VIRTUAL, deleted->place);
    }
    g_free(name);
}

static void join_deletes(struct unit *unit)
{
    for (guint d = 0; d < unit->deletes->len; d++) {
        const struct unit_delete *deleted = &g_array_index(unit->deletes, struct unit_delete, d);
        for (guint i = 0; i < unit->opens->len; i++) {
            const struct unit_unresolved *open =
                &g_array_index(unit->opens, struct unit_unresolved, i);
            if (open->caller == deleted->caller && open->receiver &&
                same_place(open->place, deleted->place)) {
                call_destructor(unit, deleted, open->receiver);
            }
        }
    }
}

void join_evidence(struct unit *unit)
{
    struct joining j = {
        .unit = unit,
        .pairs = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free),
        .virtuals = callers_open(unit, UNIT_IR, CG_OPEN_VIRTUAL),
        .addressed = g_hash_table_new(g_direct_hash, g_direct_equal),
    };
    join_deletes(unit);
    join_calls(&j);
    join_opens(&j);
    join_addresses(&j);
    hierarchy_add_overrides(unit);
    join_overrides(unit);
    join_definitions(unit);
    body_owners_settle(unit);
    g_hash_table_destroy(j.pairs);
    g_hash_table_destroy(j.virtuals);
    g_hash_table_destroy(j.addressed);
}
