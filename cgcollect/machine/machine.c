/*
 * Makes functions, calls and facts of the code of an object file.
 *
 * What a function does with pointers is not read from its instructions. It *gets* its arguments,
 * and *makes* addresses of symbols and results of calls. It *knows* these, and all that memory
 * holds that they lead to. It calls, passes and returns what it knows, and stores functions that it
 * gets or makes where these lead (docs/pointer-facts.md, "Machine code").
 */
#include "machine/machine.h"

#include <elf.h>
#include <string.h>

#include "machine/code.h"
#include "machine/source_lines.h"
#include "text/lexical_paths.h"
#include "text/sections.h"
#include "unit/unit_facts.h"

/** More arguments than calling conventions pass in registers, and than C functions that assembler
 *  is called with or calls have. */
#define MOST_ARGUMENTS 16

/** The number of no section. */
#define COMMON 0

/** A function uses something. */
struct use {
    uint32_t function;
    struct code_event event;
};

/** An object being read. */
struct machine {
    struct unit *unit;
    const struct machine_input *input;
    const struct object *object;
    struct code *code;
    struct lines *lines;
    const char *origin; /**< of its functions */
    GArray *ids;        /**< of unit_id, by function of the code */
    GArray *events;     /**< of struct use, of all functions */
    uint32_t *group; /**< by function: another one that calls it or that it calls, nearer to the one
                          that stands for all these, which is its own */
    fact_slot *got;  /**< by function: what it gets */
    fact_slot *known;  /**< and what it knows */
    fact_slot *places; /**< and all that this leads to */
    bool *called;      /**< by function: others of the object call it */
    bool *calls;       /**< by function: it calls what it knows, or passes it on */
    bool *given_up;    /**< by function: its code is not understood */
    GHashTable *files; /**< names as the graph has them, by those of the debug information */
    fact_slot *memory; /**< by section: what its data holds; of COMMON, what variables hold that the
                        linker places */
    fact_slot *initial; /**< by section: the addresses in its data before the program runs */
    bool *holds;        /**< by section: its data may hold addresses */
    bool *listed;       /**< by section: its functions are known to code that is not understood */
};

/* Places */

static const char *file_name(struct machine *m, const char *file)
{
    const char *name = g_hash_table_lookup(m->files, file);
    if (!name) {
        char *path = path_absolute(m->input->directory, file);
        name = unit_string(m->unit, path_below(m->input->root, path));
        g_hash_table_insert(m->files, g_strdup(file), (char *)name);
        g_free(path);
    }
    return name;
}

static struct unit_place place_at(struct machine *m, uint32_t section, uint64_t offset)
{
    struct machine_line line = lines_at(m->lines, section, offset);
    struct unit_place place = {NULL, 0, 0};
    if (line.file && line.line > 0) {
        place.file = file_name(m, line.file);
        place.line = (uint32_t)line.line;
        place.column = line.column > 0 ? (uint32_t)line.column : 1;
    }
    return place;
}

/* Functions */

static enum cg_linkage linkage_of(const struct object_symbol *symbol)
{
    return symbol->binding == STB_LOCAL  ? CG_LINKAGE_INTERNAL
           : symbol->binding == STB_WEAK ? CG_LINKAGE_WEAK
                                         : CG_LINKAGE_EXTERNAL;
}

static unit_id define_symbol(struct machine *m, const struct object_symbol *symbol, uint32_t line)
{
    unit_id id = unit_function_named(m->unit, symbol->name);
    struct unit_function *function = unit_function_at(m->unit, id);
    function->origin = m->origin;
    function->linkage = linkage_of(symbol);
    function->line = line;
    unit_define(m->unit, id);
    if (symbol->hidden) {
        facts_hidden(m->unit->facts, id);
    }
    return id;
}

static void define(struct machine *m, const struct code_function *function)
{
    const struct object_symbol *symbol = object_symbol_at(m->object, function->symbol);
    unit_id id =
        define_symbol(m, symbol, place_at(m, function->at.section, function->at.offset).line);
    g_array_append_val(m->ids, id);
}

static unit_id id_of(const struct machine *m, uint32_t number)
{
    return g_array_index(m->ids, unit_id, number);
}

/* Functions that call each other make addresses together: one makes what another stores. */

static uint32_t group_of(struct machine *m, uint32_t number)
{
    while (m->group[number] != number) {
        m->group[number] = m->group[m->group[number]];
        number = m->group[number];
    }
    return number;
}

static void find_groups(struct machine *m)
{
    for (uint32_t i = 0; i < m->ids->len; i++) {
        m->group[i] = i;
    }
    for (guint i = 0; i < m->events->len; i++) {
        const struct use *use = &g_array_index(m->events, struct use, i);
        if (use->event.use == CODE_CALLS && use->event.function != OBJECT_NONE) {
            uint32_t x = group_of(m, use->function), y = group_of(m, use->event.function);
            m->group[MAX(x, y)] = MIN(x, y);
            m->called[use->event.function] = true;
        }
    }
}

static fact_slot made_by(struct machine *m, uint32_t number)
{
    const char *name = unit_function_at(m->unit, id_of(m, group_of(m, number)))->name;
    char *made = g_strconcat("made by ", name, NULL);
    fact_slot slot = facts_global(m->unit->facts, made, m->origin);
    g_free(made);
    return slot;
}

/** What a function knows; its callers in the object know that afterwards. */
static fact_slot known_by(struct machine *m, uint32_t number)
{
    unit_id id = id_of(m, number);
    if (!m->called[number]) {
        return facts_local(m->unit->facts, id);
    }
    char *known = g_strconcat("known by ", unit_function_at(m->unit, id)->name, NULL);
    fact_slot slot = facts_global(m->unit->facts, known, m->origin);
    g_free(known);
    return slot;
}

static void add_values(struct machine *m, uint32_t number)
{
    struct facts *facts = m->unit->facts;
    unit_id id = id_of(m, number);
    fact_slot made = made_by(m, number), got = facts_local(facts, id);
    fact_slot places = facts_insides(facts, id, got, FACTS_OWN_CELLS), known = known_by(m, number);
    for (unsigned i = 0; i < MOST_ARGUMENTS; i++) {
        fact_slot parameter = facts_parameter(facts, id, i);
        facts_got(facts, id, got, parameter);
        facts_store(facts, id, places, parameter, FACTS_ALL_CELLS);
    }
    facts_copy(facts, id, got, facts_variadic(facts, id));
    facts_copy(facts, id, got, made);
    m->places[number] = facts_insides(facts, id, got, FACTS_ALL_CELLS);
    facts_store(facts, id, m->places[number], made, FACTS_ALL_CELLS);
    facts_copy_among(facts, id, got);
    facts_copy(facts, id, known, got);
    facts_load(facts, id, known, known, "");
    facts_returned(facts, id, known);
    if (!m->object
             ->compiled) { /* compilers keep pointers to data in memory, which nobody reads here */
        facts_read(facts, id);
    }
    m->got[number] = got;
    m->known[number] = known;
}

/** Another name of a function, as an alias in C: a function that calls it. */
static void add_alias(struct machine *m, const struct object_symbol *symbol, uint32_t number)
{
    struct facts *facts = m->unit->facts;
    const struct code_function *function =
        &g_array_index(code_functions(m->code), struct code_function, number);
    struct unit_place place = place_at(m, function->at.section, function->at.offset);
    unit_id alias = define_symbol(m, symbol, place.line);
    unit_id target = id_of(m, number);
    for (unsigned i = 0; i < MOST_ARGUMENTS; i++) {
        facts_copy(facts, alias, facts_parameter(facts, target, i),
                   facts_parameter(facts, alias, i));
    }
    facts_copy(facts, alias, facts_variadic(facts, target), facts_variadic(facts, alias));
    facts_copy(facts, alias, facts_result(facts, alias), facts_result(facts, target));
    if (!m->object->compiled) {
        facts_read(facts, alias);
    }
    unit_add_call(m->unit, alias, target, CG_EDGE_IMPLICIT, place);
}

static void add_aliases(struct machine *m)
{
    for (uint32_t i = 0; i < m->object->symbols->len; i++) {
        const struct object_symbol *symbol = object_symbol_at(m->object, i);
        bool named = symbol->section != OBJECT_NONE && symbol->name[0] && symbol->name[0] != '$' &&
                     symbol->binding != STB_LOCAL;
        uint32_t number =
            named ? code_function_at(m->code, symbol->section, symbol->value) : OBJECT_NONE;
        const struct code_function *function =
            number != OBJECT_NONE
                ? &g_array_index(code_functions(m->code), struct code_function, number)
                : NULL;
        if (function && function->at.offset == symbol->value && function->symbol != i &&
            unit_find(m->unit, symbol->name) == UNIT_NONE) {
            add_alias(m, symbol, number);
        }
    }
}

/* Uses */

/** The global offset table is no variable. */
static bool is_of_linker(const struct object_symbol *symbol)
{
    return symbol->name[0] == '\0' || strcmp(symbol->name, "_GLOBAL_OFFSET_TABLE_") == 0;
}

/** A function, or data (OBJECT_NONE), holds an address. */
static void refer(struct machine *m, uint32_t number, const struct code_event *event)
{
    struct facts *facts = m->unit->facts;
    bool data = number == OBJECT_NONE;
    unit_id owner = data ? UNIT_NONE : id_of(m, number);
    fact_slot holder = data ? m->initial[event->section] : made_by(m, number);
    if (event->function != OBJECT_NONE) {
        unit_id function = id_of(m, event->function);
        facts_copy(facts, owner, holder, facts_address_of(facts, facts_function(facts, function)));
        unit_add_address(m->unit, function, place_at(m, event->section, event->offset));
        return;
    }
    const struct object_symbol *symbol = object_symbol_at(m->object, event->symbol);
    uint32_t section = symbol->common ? COMMON : symbol->section;
    if (section != OBJECT_NONE && object_section_at(m->object, section)->code) {
        facts_symbol(facts, owner, holder, symbol->name); /* weak: another file may define it */
    } else if (section == OBJECT_NONE && !is_of_linker(symbol)) {
        facts_symbol(facts, owner, holder, symbol->name);
    } else if (section != OBJECT_NONE && m->holds[section]) {
        fact_slot user = data ? m->memory[event->section] : m->known[number];
        facts_copy(facts, owner, user, m->memory[section]);
        facts_copy(facts, owner, m->memory[section], user);
        if (data) {
            facts_copy(facts, owner, holder, m->initial[section]);
        } else {
            facts_store(facts, owner, m->places[number], m->initial[section], FACTS_ALL_CELLS);
        }
    }
}

/** What a call hands over: all that the caller knows. @param arguments for the result to refer to
 */
static struct fact_handing handed_by(struct machine *m, uint32_t caller, struct unit_place place,
                                     fact_slot arguments[MOST_ARGUMENTS])
{
    for (size_t i = 0; i < MOST_ARGUMENTS; i++) {
        arguments[i] = m->known[caller];
    }
    return (struct fact_handing){id_of(m, caller), place, made_by(m, caller), arguments,
                                 MOST_ARGUMENTS};
}

static void call_own(struct machine *m, uint32_t caller, uint32_t callee)
{
    struct facts *facts = m->unit->facts;
    facts_copy(facts, id_of(m, caller), facts_variadic(facts, id_of(m, callee)), m->got[caller]);
    facts_copy(facts, id_of(m, caller), m->known[caller], m->known[callee]);
}

static void add_machine_call(struct machine *m, uint32_t caller, const struct code_event *event,
                             struct unit_place place)
{
    fact_slot arguments[MOST_ARGUMENTS];
    if (event->function != OBJECT_NONE) {
        unit_add_call(m->unit, id_of(m, caller), id_of(m, event->function), CG_EDGE_DIRECT, place);
        call_own(m, caller, event->function);
        return;
    }
    const struct object_symbol *symbol = object_symbol_at(m->object, event->symbol);
    bool code =
        symbol->section != OBJECT_NONE && object_section_at(m->object, symbol->section)->code;
    if ((symbol->section != OBJECT_NONE && !code) || symbol->common || is_of_linker(symbol)) {
        unit_add_open(m->unit, id_of(m, caller), NULL, CG_OPEN_ASSEMBLY, place); /* data is code */
        return;
    }
    m->calls[caller] = true;
    unit_id callee = unit_function_named(m->unit, symbol->name);
    unit_add_call(m->unit, id_of(m, caller), callee, CG_EDGE_DIRECT, place);
    const struct fact_handing handing = handed_by(m, caller, place, arguments);
    facts_call_by_name(m->unit->facts, &handing, callee);
}

static void call_what_is_known(struct machine *m, uint32_t caller, struct unit_place place)
{
    fact_slot arguments[MOST_ARGUMENTS];
    m->calls[caller] = true;
    unit_add_open(m->unit, id_of(m, caller), NULL, CG_OPEN_POINTER, place);
    const struct fact_handing handing = handed_by(m, caller, place, arguments);
    facts_call(m->unit->facts, &handing, m->known[caller], "", FACTS_BY_HAND);
}

/** The functions of a section, which code there calls without a relocation. */
static fact_slot functions_of(struct machine *m, uint32_t section)
{
    struct facts *facts = m->unit->facts;
    const GArray *functions = code_functions(m->code);
    char *name = g_strdup_printf("functions of %s of %s",
                                 object_section_at(m->object, section)->name, m->origin);
    fact_slot slot = facts_global(facts, name, m->origin);
    g_free(name);
    for (guint i = 0; i < functions->len && !m->listed[section]; i++) {
        if (g_array_index(functions, struct code_function, i).at.section == section) {
            facts_copy(facts, UNIT_NONE, slot,
                       facts_address_of(facts, facts_function(facts, id_of(m, i))));
        }
    }
    m->listed[section] = true;
    return slot;
}

/** Code that is not understood may do anything. */
static void give_up(struct machine *m, uint32_t number, uint32_t section)
{
    struct unit_place nowhere = {NULL, 0, 0}; /* bytes have no lines */
    fact_slot outside = facts_outside(m->unit->facts);
    if (!m->given_up[number]) {
        m->given_up[number] = true;
        unit_add_open(m->unit, id_of(m, number), NULL, CG_OPEN_ASSEMBLY, nowhere);
        facts_copy(m->unit->facts, id_of(m, number), outside, m->known[number]);
        facts_copy(m->unit->facts, id_of(m, number), m->known[number], outside);
        facts_copy(m->unit->facts, id_of(m, number), m->known[number], functions_of(m, section));
    }
}

static void take_event(void *user, uint32_t number, const struct code_event *event)
{
    struct use use = {number, *event};
    g_array_append_val(((struct machine *)user)->events, use);
}

static void process(struct machine *m, uint32_t number, const struct code_event *event)
{
    struct unit_place place = place_at(m, event->section, event->offset);
    switch (event->use) {
    case CODE_CALLS:
        add_machine_call(m, number, event, place);
        break;
    case CODE_REFERS:
        refer(m, number, event);
        break;
    case CODE_INDIRECT:
        call_what_is_known(m, number, place);
        break;
    case CODE_ASKS_SYSTEM:
        facts_copy(m->unit->facts, id_of(m, number), facts_outside(m->unit->facts),
                   m->known[number]);
        break;
    case CODE_IS_UNKNOWN:
        give_up(m, number, event->section);
        break;
    }
}

/** The loader asks an indirect function what to call in its place. */
static void add_indirect(struct machine *m, uint32_t number)
{
    const struct code_function *function =
        &g_array_index(code_functions(m->code), struct code_function, number);
    if (object_symbol_at(m->object, function->symbol)->type == STT_GNU_IFUNC) {
        call_what_is_known(m, number, place_at(m, function->at.section, function->at.offset));
    }
}

/** What memory leads to matters most to functions that call: others seldom return or store it, and
 *  those that compute, such as ciphers, get much. */
static void add_reach(struct machine *m, uint32_t number)
{
    struct facts *facts = m->unit->facts;
    unit_id id = id_of(m, number);
    const char *cells = m->calls[number] ? FACTS_ALL_CELLS : FACTS_OWN_CELLS;
    facts_copy(facts, id, m->known[number], facts_insides(facts, id, m->known[number], cells));
}

/* Data */

/** Sections hold functions that the loader or a processor runs, and code without a name, such as
 *  parts of `.init`. */
static void mark_by_section(struct machine *m, const struct code_event *event)
{
    const struct object_section *section = object_section_at(m->object, event->section);
    const char *attribute = section->code ? "used" : section_attribute(section->name);
    if (attribute && event->function != OBJECT_NONE) {
        struct unit_function *function = unit_function_at(m->unit, id_of(m, event->function));
        unit_add_attribute(m->unit, &function->declared, attribute);
    } else if (attribute) {
        facts_referenced(m->unit->facts, object_symbol_at(m->object, event->symbol)->name);
    }
}

static void take_data(void *user, uint32_t number, const struct code_event *event)
{
    refer(user, number, event);
    if (number == OBJECT_NONE) {
        mark_by_section(user, event);
    }
}

static void note_holder(void *user, uint32_t number, const struct code_event *event)
{
    struct machine *m = user;
    (void)number;
    m->holds[event->section] = true;
}

/** Data holds addresses if something may write them there, or relocations make them. */
static void find_memory(struct machine *m)
{
    for (uint32_t i = 0; i < m->object->sections->len; i++) {
        const struct object_section *section = object_section_at(m->object, i);
        char *name = g_strdup_printf("%s of %s", i == COMMON ? "common" : section->name, m->origin);
        char *initial = g_strconcat("initial ", name, NULL);
        m->memory[i] = facts_global(m->unit->facts, name, m->origin);
        m->initial[i] = facts_global(m->unit->facts, initial, m->origin);
        g_free(initial);
        m->holds[i] = i == COMMON || section->writable;
        g_free(name);
    }
    code_visit_data(m->code, note_holder, m);
    for (uint32_t i = 0; i < m->object->sections->len; i++) {
        if (m->holds[i]) {
            facts_copy(m->unit->facts, UNIT_NONE, m->memory[i], m->initial[i]);
        }
    }
}

/** Other files may declare a variable as a record. */
static void add_fields(struct machine *m, fact_slot variable, fact_slot memory)
{
    struct facts *facts = m->unit->facts;
    fact_slot whole = facts_local(facts, UNIT_NONE);
    facts_copy(facts, UNIT_NONE, whole, facts_address_of(facts, variable));
    fact_slot fields = facts_insides(facts, UNIT_NONE, whole, FACTS_ALL_CELLS);
    facts_store(facts, UNIT_NONE, fields, memory, FACTS_ALL_CELLS);
    facts_load(facts, UNIT_NONE, memory, fields, "");
}

/** Variables that other files see are the object's memory. */
static void add_variables(struct machine *m)
{
    struct facts *facts = m->unit->facts;
    for (uint32_t i = 0; i < m->object->symbols->len; i++) {
        const struct object_symbol *symbol = object_symbol_at(m->object, i);
        bool data = symbol->common || (symbol->section != OBJECT_NONE &&
                                       object_section_at(m->object, symbol->section)->data);
        if (data && symbol->name[0] && symbol->binding != STB_LOCAL) {
            uint32_t section = symbol->common ? COMMON : symbol->section;
            fact_slot variable = facts_global(facts, symbol->name, NULL);
            if (symbol->hidden) {
                facts_hidden_variable(facts, variable);
            } else {
                facts_defined(facts, variable);
            }
            if (m->holds[section]) {
                facts_copy(facts, UNIT_NONE, variable, m->memory[section]);
                facts_copy(facts, UNIT_NONE, m->memory[section], variable);
                add_fields(m, variable, m->memory[section]);
            }
        }
    }
}

/* Objects */

static void read_code(struct machine *m)
{
    const GArray *functions = code_functions(m->code);
    for (guint i = 0; i < functions->len; i++) {
        define(m, &g_array_index(functions, struct code_function, i));
    }
    m->events = g_array_new(FALSE, FALSE, sizeof(struct use));
    m->group = g_new0(uint32_t, functions->len);
    m->called = g_new0(bool, functions->len);
    m->got = g_new0(fact_slot, functions->len);
    m->known = g_new0(fact_slot, functions->len);
    m->places = g_new0(fact_slot, functions->len);
    code_follow(m->code, take_event, m);
    find_groups(m);
    for (guint i = 0; i < m->ids->len; i++) {
        add_values(m, i);
    }
    add_aliases(m);
}

static void read_object(struct machine *m)
{
    m->memory = g_new0(fact_slot, m->object->sections->len);
    m->initial = g_new0(fact_slot, m->object->sections->len);
    m->holds = g_new0(bool, m->object->sections->len);
    m->listed = g_new0(bool, m->object->sections->len);
    code_find_called(m->code);
    read_code(m);
    m->given_up = g_new0(bool, m->ids->len);
    m->calls = g_new0(bool, m->ids->len);
    find_memory(m);
    for (guint i = 0; i < m->events->len; i++) {
        const struct use *use = &g_array_index(m->events, struct use, i);
        process(m, use->function, &use->event);
    }
    for (guint i = 0; i < m->ids->len; i++) {
        add_indirect(m, i);
        add_reach(m, i);
    }
    code_visit_data(m->code, take_data, m);
    add_variables(m);
    facts_read(m->unit->facts, UNIT_NONE);
    g_free(m->given_up);
    g_free(m->calls);
    g_free(m->group);
    g_free(m->called);
    g_free(m->got);
    g_free(m->known);
    g_free(m->places);
    g_array_unref(m->events);
    g_free(m->holds);
    g_free(m->listed);
    g_free(m->memory);
    g_free(m->initial);
}

bool machine_collect(struct unit *unit, const struct machine_input *input, int descriptor,
                     const char **why)
{
    *why = NULL;
    struct object *object = object_read(descriptor, why);
    if (!object) {
        return false;
    }
    struct machine m = {.unit = unit, .input = input, .object = object};
    m.code = code_new(object);
    m.lines = lines_read(descriptor, why);
    m.origin = unit_string(unit, path_below(input->root, input->file));
    m.ids = g_array_new(FALSE, FALSE, sizeof(unit_id));
    m.files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    unit->speaker = UNIT_IR;
    unit->compiled = true;
    read_object(&m);
    int failure = lines_failure(m.lines);
    g_hash_table_destroy(m.files);
    g_array_unref(m.ids);
    lines_free(m.lines);
    code_free(m.code);
    object_free(object);
    if (failure) {
        *why = g_strerror(failure);
    }
    return !failure;
}
