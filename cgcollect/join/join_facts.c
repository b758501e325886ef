/*
 * Moves the facts of calls to the places that join.c chose, and adds which of the program's records
 * others know.
 */
#include "join/join_facts.h"

#include <string.h>

#include "unit/facts_store.h"

/** The place of a function's unresolved call; column 0: anywhere on the line, line 0: anywhere. */
struct site {
    unit_id caller;
    struct unit_place place;
};

static guint hash_site(gconstpointer data)
{
    const struct site *site = data;
    return (site->caller * 31 + site->place.line) * 31 + site->place.column;
}

static gboolean equal_sites(gconstpointer a, gconstpointer b)
{
    const struct site *x = a;
    const struct site *y = b;
    return x->caller == y->caller && x->place.file == y->place.file &&
           x->place.line == y->place.line && x->place.column == y->place.column;
}

static struct site exactly(unit_id caller, struct unit_place place)
{
    return (struct site){caller, place};
}

/** A call without a place may be anywhere in its function. */
static struct site around(unit_id caller, struct unit_place place)
{
    place.column = 0;
    return (struct site){caller, place};
}

/** Facts being moved. */
struct relocation {
    struct unit *unit;
    GHashTable *open;   /**< set of struct site: exact places */
    GHashTable *taken;  /**< those of them that have a fact */
    GHashTable *around; /**< GArray of struct unit_place by struct site */
    GArray *moved;      /**< of struct fact */
};

static struct site *copy_of(const struct site *site)
{
    struct site *copy = g_new(struct site, 1);
    *copy = *site;
    return copy;
}

static void add_around(struct relocation *m, struct site site, struct unit_place place)
{
    GArray *places = g_hash_table_lookup(m->around, &site);
    if (!places) {
        places = g_array_new(FALSE, FALSE, sizeof(struct unit_place));
        g_hash_table_insert(m->around, copy_of(&site), places);
    }
    g_array_append_val(places, place);
}

static void note_open(struct relocation *m, const struct unit_unresolved *open)
{
    struct unit_place nowhere = {NULL, 0, 0};
    struct site exact = exactly(open->caller, open->place);
    bool pointer = strcmp(open->reason, CG_OPEN_POINTER) == 0;
    bool known = g_hash_table_contains(m->open, &exact);
    if (!known) {
        g_hash_table_add(m->open, copy_of(&exact));
    }
    if (pointer && !known && open->place.file) {
        add_around(m, around(open->caller, open->place), open->place);
        add_around(m, around(open->caller, nowhere), open->place);
    }
}

static struct fact_call *call_of(const struct relocation *m, const struct fact *fact)
{
    return &g_array_index(m->unit->facts->calls, struct fact_call, fact->call);
}

static bool is_placed(const struct fact *fact)
{
    return fact->kind == FACT_CALL || fact->kind == FACT_CALL_VIRTUAL;
}

static bool note_taken(struct relocation *m, const struct fact *fact)
{
    struct site site = exactly(fact->owner, call_of(m, fact)->place);
    bool fits = g_hash_table_contains(m->open, &site);
    if (fits && !g_hash_table_contains(m->taken, &site)) {
        g_hash_table_add(m->taken, copy_of(&site));
    }
    return fits;
}

/** Copy a call to another place. */
static void relocate_call(struct relocation *m, const struct fact *fact, struct unit_place place)
{
    struct fact_call call = *call_of(m, fact);
    struct fact copy = *fact;
    GArray *calls = m->unit->facts->calls;
    call.place = place;
    copy.call = calls->len;
    /* Each call needs arguments of its own, since eliminating locals changes them. */
    GArray *arguments = m->unit->facts->arguments;
    uint32_t first = arguments->len;
    for (uint32_t i = 0; i < call.count; i++) {
        fact_slot argument = g_array_index(arguments, fact_slot, call.first_argument + i);
        g_array_append_val(arguments, argument);
    }
    call.first_argument = first;
    g_array_append_val(calls, call);
    g_array_append_val(m->moved, copy);
}

/** A call at a place without an unresolved call may be any on its line without a fact, else any
 *  there. */
static void relocate(struct relocation *m, const struct fact *fact)
{
    struct site line = around(fact->owner, call_of(m, fact)->place);
    const GArray *places = g_hash_table_lookup(m->around, &line);
    bool found = false;
    for (unsigned taken = 0; places && !found && taken < 2; taken++) {
        for (guint i = 0; i < places->len; i++) {
            struct unit_place place = g_array_index(places, struct unit_place, i);
            struct site exact = exactly(fact->owner, place);
            bool is_taken = g_hash_table_contains(m->taken, &exact);
            if (is_taken == (taken > 0)) {
                relocate_call(m, fact, place);
                found = true;
            }
        }
    }
}

static void relocate_calls(struct relocation *m)
{
    GArray *facts = m->unit->facts->facts;
    guint kept = 0;
    bool *fits = g_new0(bool, facts->len + 1);
    for (guint i = 0; i < facts->len; i++) {
        const struct fact *fact = &g_array_index(facts, struct fact, i);
        fits[i] = !is_placed(fact) || note_taken(m, fact);
    }
    for (guint i = 0; i < facts->len; i++) {
        struct fact *all = (struct fact *)facts->data;
        if (fits[i]) {
            all[kept++] = all[i];
        } else {
            relocate(m, &all[i]);
        }
    }
    g_array_set_size(facts, kept);
    g_array_append_vals(facts, m->moved->data, m->moved->len);
    g_free(fits);
}

static void free_places(void *places)
{
    g_array_free(places, TRUE);
}

static void place_calls(struct unit *unit)
{
    struct relocation m = {
        .unit = unit,
        .open = g_hash_table_new_full(hash_site, equal_sites, g_free, NULL),
        .taken = g_hash_table_new_full(hash_site, equal_sites, g_free, NULL),
        .around = g_hash_table_new_full(hash_site, equal_sites, g_free, free_places),
        .moved = g_array_new(FALSE, FALSE, sizeof(struct fact)),
    };
    for (guint i = 0; i < unit->opens->len; i++) {
        note_open(&m, &g_array_index(unit->opens, struct unit_unresolved, i));
    }
    relocate_calls(&m);
    g_array_free(m.moved, TRUE);
    g_hash_table_destroy(m.around);
    g_hash_table_destroy(m.taken);
    g_hash_table_destroy(m.open);
}

/* Records */

/** @return a name without template arguments; release with g_free. */
static char *without_arguments(const char *name)
{
    GString *plain = g_string_new(NULL);
    unsigned depth = 0;
    for (; *name; name++) {
        bool close = *name == '>' && depth > 0;
        depth += *name == '<';
        if (depth == 0) {
            g_string_append_c(plain, *name);
        }
        depth -= close;
    }
    return g_string_free(plain, FALSE);
}

/** Look up a record, or the one that contains it. @return whether it is the program's own */
static bool find_record(const struct unit *unit, const char *name, bool *in_header)
{
    char *outer = without_arguments(name);
    void *value = NULL;
    bool found = false;
    for (char *end = outer; end && !found; end = g_strrstr(outer, "::")) {
        *end = end == outer ? *end : '\0';
        found = g_hash_table_lookup_extended(unit->records, outer, NULL, &value);
    }
    g_free(outer);
    *in_header = GPOINTER_TO_INT(value) != 0;
    return found;
}

/** Structs without a name are named by their layout, and may be in a header. */
static bool is_layout(const char *name)
{
    return name[0] == '@' && strchr(name, '{') != NULL;
}

/** Whether the name of a record shows that it belongs to one file. */
static bool is_of_file(const char *name)
{
    return (name[0] == '@' && !is_layout(name)) || strstr(name, "(anonymous namespace)");
}

/** Library classes whose code is not read are templates that the library has no copy of: it knows
 *  no more about them than the program does. */
static bool is_template(const char *name)
{
    return g_str_has_prefix(name, "std::") || g_str_has_prefix(name, "__gnu_cxx::");
}

/** System libraries also know what is not the program's own according to the source. */
static void note_visible(struct unit *unit, const char *record, bool used)
{
    bool in_header;
    bool own = find_record(unit, record, &in_header) || is_layout(record);
    if (own ? in_header || is_layout(record) : !is_of_file(record)) {
        facts_visible(unit->facts, record, !own && (used || !is_template(record)));
    }
}

/** The records that facts mention, each once. */
struct mentioned {
    GHashTable *seen;
    GPtrArray *names;
};

static void note_record(struct mentioned *mentioned, const char *record)
{
    if (g_hash_table_add(mentioned->seen, (char *)record)) {
        g_ptr_array_add(mentioned->names, (char *)record);
    }
}

/** Records that are used, by fields or as a pointer's target. */
static void mention_used(struct mentioned *mentioned, const struct facts *facts)
{
    for (guint i = 0; i < facts->slots->len; i++) {
        const struct slot *slot = facts_slot_at(facts, i);
        if (slot->kind == SLOT_FIELD) {
            note_record(mentioned, slot->name);
        }
    }
    for (guint i = 0; i < facts->facts->len; i++) {
        const struct fact *fact = &g_array_index(facts->facts, struct fact, i);
        if (fact->kind == FACT_TYPED) {
            note_record(mentioned, fact->text);
        }
    }
}

/** Records that only lead to others. */
static void mention_nested(struct mentioned *mentioned, const struct facts *facts)
{
    for (guint i = 0; i < facts->facts->len; i++) {
        const struct fact *fact = &g_array_index(facts->facts, struct fact, i);
        if (fact->kind == FACT_NESTED) {
            note_record(mentioned, fact->text);
            if (*fact->inner) {
                note_record(mentioned, fact->inner);
            }
        }
    }
}

/** The records that a class may be: itself, or the instances of a template. Release the array. */
static GPtrArray *records_of(const struct mentioned *mentioned, const char *class)
{
    GPtrArray *records = g_ptr_array_new();
    for (guint i = 0; i < mentioned->names->len; i++) {
        char *plain = without_arguments(mentioned->names->pdata[i]);
        if (strcmp(plain, class) == 0) {
            g_ptr_array_add(records, mentioned->names->pdata[i]);
        }
        g_free(plain);
    }
    if (records->len == 0) {
        g_ptr_array_add(records, (char *)class);
    }
    return records;
}

static void overlay_records(struct facts *facts, const char *one, const char *other)
{
    fact_slot a = facts_address_of(facts, facts_field(facts, one, 0));
    fact_slot b = facts_address_of(facts, facts_field(facts, other, 0));
    facts_copy_bytes(facts, UNIT_NONE, a, b, false);
    facts_copy_bytes(facts, UNIT_NONE, b, a, false);
}

/** What the source converts has the fields of both records; the compiler has one type of pointers.
 */
static void note_recast(struct unit *unit, const struct mentioned *mentioned, const char *pair)
{
    char **classes = g_strsplit(pair, "\n", 2);
    GPtrArray *from = records_of(mentioned, classes[0]), *to = records_of(mentioned, classes[1]);
    for (guint i = 0; i < from->len; i++) {
        for (guint k = 0; k < to->len; k++) {
            overlay_records(unit->facts, from->pdata[i], to->pdata[k]);
        }
    }
    g_ptr_array_free(from, TRUE);
    g_ptr_array_free(to, TRUE);
    g_strfreev(classes);
}

static void note_recasts(struct unit *unit, const struct mentioned *mentioned)
{
    GList *pairs = g_list_sort(g_hash_table_get_keys(unit->recasts), (GCompareFunc)strcmp);
    for (GList *at = pairs; at; at = at->next) {
        note_recast(unit, mentioned, at->data);
    }
    g_list_free(pairs);
}

/** Nor does it show the types of fields: library functions call what is in some. */
static void note_function_fields(struct unit *unit, const struct mentioned *mentioned)
{
    for (guint i = 0; i < unit->function_fields->len; i++) {
        const struct unit_field *field =
            &g_array_index(unit->function_fields, struct unit_field, i);
        if (g_hash_table_contains(mentioned->seen, field->record)) {
            facts_cell_type(unit->facts, UNIT_NONE,
                            facts_field(unit->facts, field->record, field->offset), field->cell,
                            false);
        }
    }
}

/** The compiler does not show where records are defined, nor conversions. */
static void note_records(struct unit *unit)
{
    struct mentioned mentioned = {g_hash_table_new(g_direct_hash, g_direct_equal),
                                  g_ptr_array_new()};
    mention_used(&mentioned, unit->facts);
    note_recasts(unit, &mentioned);
    mention_used(&mentioned, unit->facts);
    note_function_fields(unit, &mentioned);
    guint used = mentioned.names->len;
    mention_nested(&mentioned, unit->facts);
    for (guint i = 0; i < mentioned.names->len; i++) {
        note_visible(unit, mentioned.names->pdata[i], i < used);
    }
    g_ptr_array_free(mentioned.names, TRUE);
    g_hash_table_destroy(mentioned.seen);
}

/** Nor who defines what is used: of a variable that only system headers declare, a library. */
static void note_variables(struct unit *unit)
{
    struct facts *facts = unit->facts;
    guint count = facts->facts->len;
    for (guint i = 0; i < count; i++) {
        struct fact fact = g_array_index(facts->facts, struct fact, i);
        const char *name =
            fact.kind == FACT_USED ? facts_slot_at(facts, OPERAND_SLOT(fact.to))->name : NULL;
        if (name && g_hash_table_contains(unit->library_variables, name)) {
            facts_copy(facts, UNIT_NONE, facts_outside(facts), facts_address_of(facts, fact.to));
        }
    }
}

static bool is_uncollected(const struct unit_function *function)
{
    return !function->defined && !function->in_system_header &&
           !g_str_has_prefix(function->name, "_Z");
}

/** What only the compiler shows of the program's calls, as in default arguments, is the program's
 *  like its caller: nothing says which header declares it. */
static void claim_callees(struct unit *unit)
{
    for (guint i = 0; i < unit->calls->len; i++) {
        const struct unit_call *call = &g_array_index(unit->calls, struct unit_call, i);
        const struct unit_function *caller = unit_function_at(unit, call->caller);
        struct unit_function *callee = unit_function_at(unit, call->callee);
        if (!callee->origin && callee->gives_pointer && is_uncollected(callee) &&
            !caller->in_system_header) {
            callee->origin = caller->origin;
        }
    }
}

/** Only the source says what memory a result leads to, and only linking who defines a function.
 *  Names of C++ say that they are the program's. */
static void note_results(struct unit *unit)
{
    claim_callees(unit);
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        bool gives = function->result == UNIT_RESULT_MEMORY ||
                     (function->result == UNIT_RESULT_UNKNOWN && function->gives_pointer);
        if (gives && is_uncollected(function)) {
            facts_used(unit->facts, facts_result(unit->facts, i));
        }
    }
}

/* Pointers to members */

/** What the compiler copies is an assignment, unless the source copies bytes there. */
static void settle_copies(struct unit *unit)
{
    GArray *facts = unit->facts->facts;
    guint kept = 0;
    for (guint i = 0; i < facts->len; i++) {
        struct fact fact = g_array_index(facts, struct fact, i);
        bool keep = true;
        if (fact.kind == FACT_COPY_BYTES && strcmp(fact.text, FACTS_MAYBE) == 0) {
            keep = unit_has_byte_copy(
                unit, g_array_index(unit->facts->calls, struct fact_call, fact.call).place);
            fact.text = unit_string(unit, "");
            fact.call = 0;
        }
        if (keep) {
            g_array_index(facts, struct fact, kept++) = fact;
        }
    }
    g_array_set_size(facts, kept);
}

/** If the source neither applies a pointer to a member nor counts bytes, a number that the compiler
 *  adds to an address leads to bases, or to elements of the runtime's arrays. */
static void settle_sums(struct unit *unit)
{
    GArray *facts = unit->facts->facts;
    guint count = facts->len;
    for (guint i = 0; i < count; i++) {
        struct fact *fact = &g_array_index(facts, struct fact, i);
        if (fact->kind != FACT_INSIDES || fact->text[0] != '\0') {
            continue;
        }
        struct unit_place place =
            g_array_index(unit->facts->calls, struct fact_call, fact->call).place;
        struct fact memory = *fact;
        memory.text = unit_string(unit, ".");
        fact->call = memory.call = 0;
        if (!unit_has_sum_line(unit, place)) {
            fact->kind = FACT_COPY;
            fact->text = NULL;
        } else if (unit_has_other_line(unit, place)) {
            g_array_append_val(facts, memory);
        }
    }
}

void join_facts(struct unit *unit)
{
    place_calls(unit);
    note_records(unit);
    note_variables(unit);
    note_results(unit);
    settle_sums(unit);
    settle_copies(unit);
    facts_settle_half_words(unit->facts, unit->reads_halves || !unit->sum_lines);
    if (!unit->sum_lines) {
        facts_forget_types(unit->facts);
    }
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        if (function->defined && !(function->defined & UNIT_IR)) {
            facts_read(unit->facts, i);
        }
    }
}
