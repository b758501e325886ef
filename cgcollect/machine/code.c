/*
 * Follows control from the begin of each function, not from byte to byte: assemblers put tables and
 * constants between instructions.
 */
#include "machine/code.h"

#include <elf.h>
#include <string.h>

#include "machine/instructions.h"

/** Code that several functions jump to and that belongs to none is read for each of them. Hand-
 *  written code repeats little so; what repeats more is left as not understood, which bounds the
 *  time. */
#define MOST_READINGS 16

/** Instructions that are looked at to tell code from constants or padding. */
#define MOST_LOOKED_AT 256

/** Bytes of a distance in an instruction of x86 that makes an address: its last ones. */
#define DISTANCE_BYTES 4

/** Labels that are called become functions, and what these call after them. Longer chains of labels
 *  stay parts of the functions that call them. */
#define MOST_ROUNDS 8

struct code {
    const struct object *object;
    struct instructions *instructions; /**< NULL: of an unknown processor */
    GArray *functions;                 /**< of struct code_function, by section and begin */
    GArray *labels;                    /**< of struct code_function: local names without a type */
    GArray *states;                    /**< of ARM, of struct state_change, by section and offset */
    GArray
        *bases; /**< of struct code_place, sorted: data that has a name, or that code refers to */
    GArray *listed; /**< of struct code_place, sorted: code that data refers to, but where functions
                     begin */
    bool **used;    /**< by section and number of a relocation: an instruction has it */
};

/** From here on code is in this state. */
struct state_change {
    struct code_place at;
    bool thumb;
};

/* Functions */

/** Of places, and of what begins with one. */
static gint compare_places(gconstpointer x, gconstpointer y)
{
    const struct code_place *a = x, *b = y;
    if (a->section != b->section) {
        return a->section < b->section ? -1 : 1;
    }
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static bool is_typed(const struct object_symbol *symbol)
{
    return symbol->type == STT_FUNC || symbol->type == STT_GNU_IFUNC;
}

/** Whether a symbol names code, or may. Names that begin with `$` mark states and data. */
static bool may_be_function(const struct object *object, const struct object_symbol *symbol)
{
    return symbol->name[0] && symbol->name[0] != '$' && symbol->section != OBJECT_NONE &&
           object_section_at(object, symbol->section)->code &&
           symbol->value < object_section_at(object, symbol->section)->size &&
           (is_typed(symbol) || symbol->type == STT_NOTYPE);
}

/** Of several names of a place, one with a type is the first, then one that others see. */
static bool is_better(const struct object_symbol *a, const struct object_symbol *b)
{
    if (is_typed(a) != is_typed(b)) {
        return is_typed(a);
    }
    return a->binding != STB_LOCAL && b->binding == STB_LOCAL;
}

/** Sort, and keep one function for each place. */
static void settle_functions(const struct code *code, GArray *functions)
{
    guint kept = 0;
    g_array_sort(functions, compare_places);
    for (guint i = 0; i < functions->len; i++) {
        struct code_function *next = &g_array_index(functions, struct code_function, i);
        struct code_function *last =
            kept ? &g_array_index(functions, struct code_function, kept - 1) : NULL;
        if (!last || compare_places(last, next) != 0) {
            g_array_index(functions, struct code_function, kept++) = *next;
        } else if (is_better(object_symbol_at(code->object, next->symbol),
                             object_symbol_at(code->object, last->symbol))) {
            *last = *next;
        }
    }
    g_array_set_size(functions, kept);
}

/** A function without a size ends where the next one begins. */
static void set_ends(const struct code *code)
{
    for (guint i = 0; i < code->functions->len; i++) {
        struct code_function *function = &g_array_index(code->functions, struct code_function, i);
        const struct code_function *next = i + 1 < code->functions->len ? function + 1 : NULL;
        const struct object_symbol *symbol = object_symbol_at(code->object, function->symbol);
        uint64_t limit = object_section_at(code->object, function->at.section)->size;
        function->sized = symbol->size > 0 && symbol->size <= limit - function->at.offset;
        function->end = function->sized ? function->at.offset + symbol->size
                        : next && next->at.section == function->at.section ? next->at.offset
                                                                           : limit;
    }
}

static void note_state(struct code *code, const struct object_symbol *symbol)
{
    bool marks = symbol->name[0] == '$' && (symbol->name[1] == 't' || symbol->name[1] == 'a') &&
                 (symbol->name[2] == '\0' || symbol->name[2] == '.');
    if (marks && symbol->section != OBJECT_NONE) {
        struct state_change change = {{symbol->section, symbol->value}, symbol->name[1] == 't'};
        g_array_append_val(code->states, change);
    }
}

const GArray *code_functions(const struct code *code)
{
    return code->functions;
}

/** The number of elements of a sorted array that are at a place or before it. */
static guint count_until(const GArray *array, const struct code_place *place)
{
    guint low = 0, high = array->len, size = g_array_get_element_size((GArray *)array);
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (compare_places(array->data + (size_t)middle * size, place) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t code_function_at(const struct code *code, uint32_t section, uint64_t offset)
{
    struct code_place place = {section, offset};
    guint count = count_until(code->functions, &place);
    const struct code_function *found =
        count ? &g_array_index(code->functions, struct code_function, count - 1) : NULL;
    bool covers = found && found->at.section == section && offset < found->end;
    return covers ? count - 1 : OBJECT_NONE;
}

static bool begins_at(const struct code *code, uint32_t number, uint64_t offset)
{
    return number != OBJECT_NONE &&
           g_array_index(code->functions, struct code_function, number).at.offset == offset;
}

static bool is_thumb(const struct code *code, uint32_t section, uint64_t offset)
{
    struct code_place place = {section, offset};
    guint count = count_until(code->states, &place);
    const struct state_change *found =
        count ? &g_array_index(code->states, struct state_change, count - 1) : NULL;
    return found && found->at.section == section && found->thumb;
}

/* Relocations */

/** Whether a relocation is a distance from its own place. In instructions, of x86, the processor
 *  counts from their end. */
static bool is_distance(const struct code *code, uint32_t type)
{
    static const struct {
        unsigned machine;
        uint32_t type;
    } distances[] = {
        {EM_X86_64, R_X86_64_PC32},
        {EM_X86_64, R_X86_64_PC64},
        {EM_X86_64, R_X86_64_PLT32},
        {EM_X86_64, R_X86_64_GOTPCREL},
        {EM_X86_64, R_X86_64_GOTPCRELX},
        {EM_X86_64, R_X86_64_REX_GOTPCRELX},
        {EM_386, R_386_PC32},
        {EM_386, R_386_PLT32},
        {EM_AARCH64, R_AARCH64_PREL32},
        {EM_AARCH64, R_AARCH64_PREL64},
        {EM_ARM, R_ARM_REL32},
    };
    bool found = false;
    for (size_t i = 0; i < G_N_ELEMENTS(distances); i++) {
        found =
            found || (distances[i].machine == code->object->machine && distances[i].type == type);
    }
    return found;
}

/** Whether memory that holds the symbol's address is meant. */
static bool is_entry_of_table(const struct code *code, uint32_t type)
{
    return code->object->machine == EM_X86_64 &&
           (type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX ||
            type == R_X86_64_REX_GOTPCRELX);
}

/** A place in a section that a relocation refers to. */
struct referred {
    uint32_t symbol; /**< OBJECT_NONE: none */
    uint32_t section;
    uint64_t offset;
    bool in_code;
};

static struct referred place_of(const struct code *code, const struct object_relocation *relocation,
                                uint64_t addend)
{
    struct referred out = {relocation->symbol, OBJECT_NONE, 0, false};
    if (relocation->symbol == OBJECT_NONE) {
        return out;
    }
    const struct object_symbol *symbol = object_symbol_at(code->object, relocation->symbol);
    out.section = symbol->section;
    out.offset = symbol->value + addend;
    out.in_code = out.section != OBJECT_NONE && object_section_at(code->object, out.section)->code;
    return out;
}

static guint relocation_count(const struct object_section *section)
{
    return section->relocations ? section->relocations->len : 0;
}

static const struct object_relocation *relocation_at(const struct object_section *section, guint i)
{
    return &g_array_index(section->relocations, struct object_relocation, i);
}

/** Note data that has a name, or that instructions refer to: tables begin there. */
static void find_bases(struct code *code)
{
    for (uint32_t i = 0; i < code->object->symbols->len; i++) {
        const struct object_symbol *symbol = object_symbol_at(code->object, i);
        struct code_place place = {symbol->section, symbol->value};
        if (symbol->section != OBJECT_NONE) {
            g_array_append_val(code->bases, place);
        }
    }
    for (uint32_t i = 0; i < code->object->sections->len; i++) {
        const struct object_section *section = object_section_at(code->object, i);
        for (guint k = 0; section->code && k < relocation_count(section); k++) {
            const struct object_relocation *relocation = relocation_at(section, k);
            uint64_t more = is_distance(code, relocation->type) ? DISTANCE_BYTES : 0;
            struct referred to =
                place_of(code, relocation, object_addend(section, relocation) + more);
            struct code_place place = {to.section, to.offset};
            if (to.section != OBJECT_NONE && !to.in_code) {
                g_array_append_val(code->bases, place);
            }
        }
    }
    g_array_sort(code->bases, compare_places);
}

/** Where the table of an entry begins: at the last name or reference before it. */
static uint64_t base_of(const struct code *code, uint32_t section, uint64_t offset)
{
    struct code_place place = {section, offset};
    guint count = count_until(code->bases, &place);
    const struct code_place *base =
        count ? &g_array_index(code->bases, struct code_place, count - 1) : NULL;
    return base && base->section == section ? base->offset : 0;
}

/** What data refers to. A distance is counted from the begin of its table. */
static struct referred referred_by_data(const struct code *code, uint32_t number,
                                        const struct object_relocation *relocation)
{
    const struct object_section *section = object_section_at(code->object, number);
    uint64_t addend = object_addend(section, relocation);
    if (is_distance(code, relocation->type)) {
        addend -= relocation->offset - base_of(code, number, relocation->offset);
    }
    return place_of(code, relocation, addend);
}

/** Whether nothing but padding is between a place and the next function. Compilers let tables lead
 * to the end of a function from where control never comes. */
static bool is_padding(const struct code *code, uint32_t number, uint64_t offset)
{
    const struct object_section *section = object_section_at(code->object, number);
    struct instruction instruction = {.idle = code->instructions};
    for (unsigned i = 0; instruction.idle && i < MOST_LOOKED_AT && offset < section->size &&
                         code_function_at(code, number, offset) == OBJECT_NONE;
         i++) {
        instruction = instructions_read(code->instructions, section->bytes, section->size, offset,
                                        is_thumb(code, number, offset));
        offset += instruction.length;
    }
    return instruction.idle;
}

/** Tables of data lead to code outside of functions, such as what compilers and people put apart,
 * and to the middle of functions. */
static void find_listed(struct code *code)
{
    for (uint32_t i = 0; i < code->object->sections->len; i++) {
        const struct object_section *section = object_section_at(code->object, i);
        for (guint k = 0; section->data && k < relocation_count(section); k++) {
            struct referred to = referred_by_data(code, i, relocation_at(section, k));
            struct code_place place = {to.section, to.offset};
            uint32_t owner =
                to.in_code ? code_function_at(code, to.section, to.offset) : OBJECT_NONE;
            bool padding =
                to.in_code && owner == OBJECT_NONE && is_padding(code, to.section, to.offset);
            bool within =
                owner != OBJECT_NONE && is_distance(code, relocation_at(section, k)->type);
            if (to.in_code && !begins_at(code, owner, to.offset) && !padding && !within) {
                g_array_append_val(code->listed, place);
            }
        }
    }
}

struct code *code_new(const struct object *object)
{
    struct code *code = g_new0(struct code, 1);
    code->object = object;
    code->instructions = instructions_new(object->machine);
    code->functions = g_array_new(FALSE, TRUE, sizeof(struct code_function));
    code->labels = g_array_new(FALSE, TRUE, sizeof(struct code_function));
    code->states = g_array_new(FALSE, TRUE, sizeof(struct state_change));
    code->bases = g_array_new(FALSE, TRUE, sizeof(struct code_place));
    code->listed = g_array_new(FALSE, TRUE, sizeof(struct code_place));
    code->used = g_new0(bool *, object->sections->len);
    for (uint32_t i = 0; i < object->symbols->len; i++) {
        const struct object_symbol *symbol = object_symbol_at(object, i);
        struct code_function function = {.at = {symbol->section, symbol->value}, .symbol = i};
        bool is = may_be_function(object, symbol);
        bool label = is && !is_typed(symbol) && symbol->binding == STB_LOCAL;
        if (is) {
            g_array_append_val(label ? code->labels : code->functions, function);
        }
        note_state(code, symbol);
    }
    settle_functions(code, code->functions);
    settle_functions(code, code->labels);
    set_ends(code);
    g_array_sort(code->states, compare_places);
    find_bases(code);
    find_listed(code);
    g_array_sort(code->listed, compare_places);
    return code;
}

void code_free(struct code *code)
{
    if (code) {
        instructions_free(code->instructions);
        g_array_unref(code->functions);
        g_array_unref(code->labels);
        g_array_unref(code->states);
        g_array_unref(code->bases);
        g_array_unref(code->listed);
        for (uint32_t i = 0; i < code->object->sections->len; i++) {
            g_free(code->used[i]);
        }
        g_free(code->used);
        g_free(code);
    }
}

/* Following */

/** A function being followed. */
struct following {
    struct code *code;
    code_take *take; /**< NULL: only labels that are called are wanted */
    void *user;
    uint32_t number; /**< of the function, */
    struct code_function function;
    GArray *pending;     /**< of struct code_place: where control comes to */
    GArray *mentioned;   /**< of struct code_place: whose address the function makes */
    GArray *called;      /**< of uint32_t: labels to make functions of */
    uint32_t **stamps;   /**< by section and offset: the function that was there last, plus one */
    uint64_t steps;      /**< instructions that may still be read */
    bool ends_here;      /**< the instruction calls what is known not to return */
    bool jumps_by_table; /**< some jump's target is computed */
    bool moves_stack;    /**< it may return elsewhere than to its caller */
    bool saves_stack;    /**< unless it moves the stack back */
    bool returns;
    struct code_place put;     /**< behind an instruction that puts what a return there goes to */
    struct code_place current; /**< the instruction */
};

static void tell(struct following *f, enum code_use use, uint32_t function, uint32_t symbol)
{
    struct code_event event = {use, function, symbol, f->current.section, f->current.offset};
    if (f->take) {
        f->take(f->user, f->number, &event);
    }
}

static void come_to(struct following *f, uint32_t section, uint64_t offset)
{
    struct code_place place = {section, offset};
    g_array_append_val(f->pending, place);
}

/** A call of a label makes a function of it, unless a function with a size is around it. */
static void note_called(struct following *f, uint32_t section, uint64_t offset)
{
    struct code_place place = {section, offset};
    guint count = count_until(f->code->labels, &place);
    const struct code_function *label =
        count ? &g_array_index(f->code->labels, struct code_function, count - 1) : NULL;
    uint32_t around = code_function_at(f->code, section, offset);
    bool is = label && compare_places(label, &place) == 0 &&
              (around == OBJECT_NONE ||
               !g_array_index(f->code->functions, struct code_function, around).sized);
    if (is && !f->take) {
        uint32_t number = count - 1;
        g_array_append_val(f->called, number);
    }
}

/** Whether a function is the one that is followed, or that whose part is followed for it. */
static bool is_part(const struct following *f, uint32_t function)
{
    return function == f->number ||
           function == code_function_at(f->code, f->current.section, f->current.offset);
}

/** Control goes to a place: into another function, also into its middle, or on in this one. */
static void go(struct following *f, uint32_t section, uint64_t offset, bool call)
{
    if (call) {
        note_called(f, section, offset);
    }
    uint32_t owner = code_function_at(f->code, section, offset);
    bool begin = begins_at(f->code, owner, offset); /* a jump to it may be a last call */
    if (owner != OBJECT_NONE && (begin || !is_part(f, owner))) {
        tell(f, CODE_CALLS, owner, OBJECT_NONE);
    }
    if (!begin) {
        come_to(f, section, offset);
    }
}

/** Read an instruction, if the time that the object may take is not over. */
static struct instruction read_at(struct following *f, const struct code_place *place)
{
    if (!f->steps) {
        return (struct instruction){.flow = FLOW_UNKNOWN};
    }
    f->steps--;
    const struct object_section *section = object_section_at(f->code->object, place->section);
    return instructions_read(f->code->instructions, section->bytes, section->size, place->offset,
                             is_thumb(f->code, place->section, place->offset));
}

/** Add the places where control goes from one that was read; to targets of jumps if `all`.
 *  @return false: such a place is nowhere */
static bool add_successors(const struct object_section *section, GArray *places,
                           struct code_place place, const struct instruction *instruction, bool all)
{
    uint64_t next = place.offset + instruction->length;
    bool jumps = instruction->flow == FLOW_BRANCH || instruction->flow == FLOW_JUMP;
    bool targeted = all && jumps && instruction->has_target &&
                    !object_relocation_in(section, place.offset, next);
    struct code_place successors[2] = {{place.section, next}, {place.section, instruction->target}};
    bool goes[2] = {instruction->flow != FLOW_END && instruction->flow != FLOW_JUMP, targeted};
    for (size_t i = 0; i < G_N_ELEMENTS(goes); i++) {
        if (goes[i] && successors[i].offset >= section->size) {
            return false;
        }
        bool known = !goes[i];
        for (guint k = 0; k < places->len && !known; k++) {
            known = g_array_index(places, struct code_place, k).offset == successors[i].offset;
        }
        if (!known) {
            g_array_append_val(places, successors[i]);
        }
    }
    return true;
}

/** Assemblers put constants among code: they seldom read as instructions up to a jump or return.
 *  Code that is called by its address is not long before it has one.
 *  @param all up to all jumps and returns that it may come to */
static bool looks_like_code(struct following *f, struct code_place place, bool all)
{
    const struct object_section *section = object_section_at(f->code->object, place.section);
    GArray *places = g_array_new(FALSE, FALSE, sizeof place);
    bool looks = place.offset < section->size;
    if (looks) {
        g_array_append_val(places, place);
    }
    guint looked_at = 0;
    while (looks && looked_at < MIN(places->len, MOST_LOOKED_AT)) {
        place = g_array_index(places, struct code_place, looked_at++);
        struct instruction instruction = read_at(f, &place);
        looks = instruction.flow != FLOW_UNKNOWN && !instruction.far &&
                add_successors(section, places, place, &instruction, all);
    }
    looks = looks && looked_at == places->len;
    g_array_unref(places);
    return looks;
}

/** Which registers hold an address behind an instruction. */
static uint32_t holders_after(uint32_t holders, const struct registers *registers)
{
    if (holders & registers->sources) {
        return holders | registers->target;
    }
    return registers->replaces ? holders & ~registers->target : holders;
}

/** Whether the address that an instruction makes is one of data: what follows, without regard to
 *  jumps, accesses memory by it before the next call. */
static bool is_accessed(struct following *f, const struct instruction *instruction)
{
    struct code_place place = f->current;
    struct instruction next = *instruction;
    uint64_t size = object_section_at(f->code->object, place.section)->size;
    uint32_t holders = instruction->registers.target;
    bool accessed = false;
    for (unsigned i = 0; i < MOST_LOOKED_AT && holders && !accessed && next.length; i++) {
        place.offset += next.length;
        next = place.offset < size ? read_at(f, &place) : (struct instruction){0};
        accessed = (holders & next.registers.bases) != 0;
        holders = next.flow == FLOW_CALL ? 0 : holders_after(holders, &next.registers);
    }
    return accessed;
}

/** Whether what an instruction makes the address of is code. */
static bool may_be_called(struct following *f, const struct instruction *instruction,
                          struct code_place place)
{
    return instruction->makes_address && looks_like_code(f, place, false) &&
           (looks_like_code(f, place, true) || !is_accessed(f, instruction));
}

/** Note a place that an instruction refers to; where its address is made, it may be called. */
static void mention(struct following *f, uint32_t section, uint64_t offset,
                    const struct instruction *instruction)
{
    uint32_t owner = code_function_at(f->code, section, offset);
    if (owner != OBJECT_NONE && (begins_at(f->code, owner, offset) || !is_part(f, owner))) {
        tell(f, CODE_REFERS, owner, OBJECT_NONE);
    }
    struct code_place place = {section, offset};
    if (!begins_at(f->code, owner, offset) && may_be_called(f, instruction, place)) {
        g_array_append_val(f->mentioned, place);
        note_called(f, section, offset);
    }
}

static bool transfers(const struct instruction *instruction)
{
    return instruction->flow == FLOW_CALL || instruction->flow == FLOW_BRANCH ||
           instruction->flow == FLOW_JUMP;
}

/** Where a relocation of an instruction leads. */
static struct referred target_of(const struct following *f,
                                 const struct object_relocation *relocation,
                                 const struct instruction *instruction)
{
    const struct object_section *section = object_section_at(f->code->object, f->current.section);
    uint64_t end = f->current.offset + instruction->length;
    uint64_t addend = object_addend(section, relocation);
    if (!relocation->has_addend && instruction->has_target) {
        addend = instruction->target - relocation->offset;
    } else if (is_distance(f->code, relocation->type)) {
        addend += end - relocation->offset;
    }
    return place_of(f->code, relocation, addend);
}

static void note_used(struct following *f, const struct object_relocation *relocation)
{
    const struct object_section *section = object_section_at(f->code->object, f->current.section);
    bool **used = &f->code->used[f->current.section];
    if (!*used) {
        *used = g_new0(bool, relocation_count(section));
    }
    (*used)[relocation - relocation_at(section, 0)] = true;
}

/** Whether another file may define a function in place of this one: a weak name. */
static bool may_be_replaced(const struct code *code, uint32_t symbol)
{
    const struct object_symbol *named = object_symbol_at(code->object, symbol);
    return named->binding == STB_WEAK && named->section != OBJECT_NONE &&
           object_section_at(code->object, named->section)->code;
}

/** Whether the place that an instruction refers to is spread over its bits: instructions of ARM
 * that load halves of an address. */
static bool hides_addend(const struct code *code, const struct object_relocation *relocation)
{
    return code->object->machine == EM_ARM && !relocation->has_addend &&
           object_symbol_at(code->object, relocation->symbol)->type == STT_SECTION;
}

static void mention_all(struct following *f, uint32_t section,
                        const struct instruction *instruction)
{
    for (guint i = 0; i < f->code->functions->len; i++) {
        const struct code_function *function =
            &g_array_index(f->code->functions, struct code_function, i);
        if (function->at.section == section) {
            mention(f, section, function->at.offset, instruction);
        }
    }
}

/** Functions that do not return. */
static bool returns_never(const char *name)
{
    static const char *const never[] = {"abort",
                                        "exit",
                                        "_exit",
                                        "_Exit",
                                        "quick_exit",
                                        "longjmp",
                                        "siglongjmp",
                                        "__stack_chk_fail",
                                        "__assert_fail",
                                        "__chk_fail",
                                        "_Unwind_Resume",
                                        "__cxa_throw",
                                        "__cxa_rethrow",
                                        "__cxa_throw_bad_array_new_length",
                                        "_ZSt9terminatev",
                                        "pthread_exit",
                                        NULL};
    return g_strv_contains(never, name);
}

/** What an instruction refers to by a relocation. @return whether it is the target of a transfer */
static bool use_relocation(struct following *f, const struct object_relocation *relocation,
                           const struct instruction *instruction)
{
    struct referred to = target_of(f, relocation, instruction);
    note_used(f, relocation);
    bool known = !instruction->indirect || is_entry_of_table(f->code, relocation->type);
    bool target = transfers(instruction) && known && to.symbol != OBJECT_NONE;
    if (to.symbol == OBJECT_NONE) {
        return false;
    }
    if (may_be_replaced(f->code, to.symbol)) {
        tell(f, target ? CODE_CALLS : CODE_REFERS, OBJECT_NONE, to.symbol);
    } else if (!target && to.in_code && hides_addend(f->code, relocation)) {
        mention_all(f, to.section, instruction);
    } else if (target && to.in_code) {
        go(f, to.section, to.offset, instruction->flow == FLOW_CALL);
    } else if (to.in_code) {
        mention(f, to.section, to.offset, instruction);
    } else {
        const char *name = object_symbol_at(f->code->object, to.symbol)->name;
        f->ends_here = instruction->flow == FLOW_CALL && target && returns_never(name);
        tell(f, target ? CODE_CALLS : CODE_REFERS, OBJECT_NONE, to.symbol);
    }
    return target;
}

static bool use_relocations(struct following *f, const struct instruction *instruction)
{
    const struct object_section *section = object_section_at(f->code->object, f->current.section);
    uint64_t begin = f->current.offset, end = begin + instruction->length;
    bool target = false, any = false;
    for (const struct object_relocation *r; (r = object_relocation_in(section, begin, end));
         begin = r->offset + 1) {
        target = use_relocation(f, r, instruction) || target;
        any = any || r->symbol != OBJECT_NONE;
    }
    if (!any && instruction->has_reference && instruction->reference < section->size) {
        mention(f, f->current.section, instruction->reference, instruction);
    }
    return target;
}

/** Whether control goes on behind an instruction. */
static bool goes_on(const struct following *f, const struct instruction *instruction)
{
    uint64_t next = f->current.offset + instruction->length;
    bool last_call = instruction->flow == FLOW_CALL && f->code->object->compiled;
    if (instruction->flow == FLOW_TRAP || f->ends_here || last_call) { /* of a function */
        return !(f->function.sized && f->current.section == f->function.at.section &&
                 next == f->function.end);
    }
    if (instruction->flow == FLOW_CALL) {
        return true;
    }
    return instruction->flow == FLOW_NEXT || instruction->flow == FLOW_BRANCH ||
           instruction->flow == FLOW_UNKNOWN;
}

/** A return goes elsewhere if the stack is another one, or holds a target. */
static void note_stack(struct following *f, const struct instruction *instruction)
{
    bool put = f->put.section == f->current.section && f->put.offset == f->current.offset;
    if (instruction->flow == FLOW_END && put) {
        tell(f, CODE_INDIRECT, OBJECT_NONE, OBJECT_NONE);
    }
    f->returns = f->returns || instruction->flow == FLOW_END;
    f->moves_stack = f->moves_stack || instruction->moves_stack;
    f->saves_stack = f->saves_stack || instruction->saves_stack;
    f->put = (struct code_place){instruction->puts_return ? f->current.section : 0,
                                 f->current.offset + instruction->length};
}

static void use(struct following *f, const struct instruction *instruction)
{
    f->ends_here = false;
    bool target = use_relocations(f, instruction);
    note_stack(f, instruction);
    if (instruction->system) {
        tell(f, CODE_ASKS_SYSTEM, OBJECT_NONE, OBJECT_NONE);
    }
    if (transfers(instruction) && !target) {
        if (instruction->indirect) {
            tell(f, CODE_INDIRECT, OBJECT_NONE, OBJECT_NONE);
            f->jumps_by_table = f->jumps_by_table || instruction->flow != FLOW_CALL;
        } else if (instruction->has_target) {
            go(f, f->current.section, instruction->target, instruction->flow == FLOW_CALL);
        } else {
            tell(f, CODE_IS_UNKNOWN, OBJECT_NONE, OBJECT_NONE);
        }
    }
    if (goes_on(f, instruction)) {
        go(f, f->current.section, f->current.offset + instruction->length, false);
    }
}

/** Whether a place was not read yet for this function. */
static bool is_new(struct following *f, const struct code_place *place)
{
    uint64_t size = object_section_at(f->code->object, place->section)->size;
    if (!f->stamps[place->section]) {
        f->stamps[place->section] = g_new0(uint32_t, size);
    }
    bool fresh = f->stamps[place->section][place->offset] != f->number + 1;
    f->stamps[place->section][place->offset] = f->number + 1;
    return fresh;
}

static void follow_pending(struct following *f)
{
    while (f->pending->len) {
        struct code_place place = g_array_index(f->pending, struct code_place, f->pending->len - 1);
        g_array_set_size(f->pending, f->pending->len - 1);
        if (place.offset >= object_section_at(f->code->object, place.section)->size ||
            !is_new(f, &place)) {
            continue;
        }
        f->current = place;
        struct instruction instruction = read_at(f, &place);
        if (instruction.flow == FLOW_UNKNOWN) {
            tell(f, CODE_IS_UNKNOWN, OBJECT_NONE, OBJECT_NONE);
        }
        if (instruction.length) {
            use(f, &instruction);
        }
    }
}

/** Data may hold the address of a place in the middle of a function. */
static void follow_listed(struct following *f)
{
    const GArray *listed = f->code->listed;
    for (guint i = count_until(listed, &f->function.at); i < listed->len; i++) {
        struct code_place place = g_array_index(listed, struct code_place, i);
        if (code_function_at(f->code, place.section, place.offset) != f->number) {
            break;
        }
        come_to(f, place.section, place.offset);
        follow_pending(f);
    }
}

/** Code whose address a function makes runs when something calls it. */
static void follow_mentioned(struct following *f)
{
    for (guint i = 0; i < f->mentioned->len; i++) {
        struct code_place place = g_array_index(f->mentioned, struct code_place, i);
        come_to(f, place.section, place.offset);
        follow_pending(f);
    }
}

/** A computed jump may lead to any place of the function, and to code outside of functions that
 * data refers to. */
static void follow_tables(struct following *f)
{
    for (guint i = 0; i < f->code->listed->len && f->steps; i++) {
        struct code_place place = g_array_index(f->code->listed, struct code_place, i);
        if (code_function_at(f->code, place.section, place.offset) == OBJECT_NONE) {
            go(f, place.section, place.offset, false);
            follow_pending(f);
        }
    }
    struct code_place at = {f->function.at.section, f->function.at.offset};
    while (at.offset < f->function.end && f->steps) {
        come_to(f, at.section, at.offset);
        follow_pending(f);
        size_t length = read_at(f, &at).length;
        at.offset += length ? length : 1;
    }
}

static void follow(struct following *f, uint32_t number)
{
    f->number = number;
    f->function = g_array_index(f->code->functions, struct code_function, number);
    f->current = (struct code_place){f->function.at.section, f->function.at.offset};
    f->jumps_by_table = f->returns = false;
    f->moves_stack = f->saves_stack = false;
    f->put = (struct code_place){0, 0};
    g_array_set_size(f->mentioned, 0);
    if (!f->code->instructions) {
        tell(f, CODE_IS_UNKNOWN, OBJECT_NONE, OBJECT_NONE);
        return;
    }
    come_to(f, f->function.at.section, f->function.at.offset);
    follow_pending(f);
    follow_listed(f);
    follow_mentioned(f);
    if (f->moves_stack && !f->saves_stack && f->returns) {
        tell(f, CODE_INDIRECT, OBJECT_NONE, OBJECT_NONE);
    }
    if (f->jumps_by_table || f->code->object->has_landing_pads) {
        follow_tables(f);
    }
}

static struct following start_following(struct code *code, code_take *take, void *user)
{
    struct following f = {.code = code, .take = take, .user = user};
    f.pending = g_array_new(FALSE, FALSE, sizeof(struct code_place));
    f.mentioned = g_array_new(FALSE, FALSE, sizeof(struct code_place));
    f.called = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    f.stamps = g_new0(uint32_t *, code->object->sections->len);
    for (uint32_t i = 0; i < code->object->sections->len; i++) {
        const struct object_section *section = object_section_at(code->object, i);
        f.steps += section->code ? section->size * MOST_READINGS : 0;
    }
    return f;
}

static void finish_following(struct following *f)
{
    for (uint32_t i = 0; i < f->code->object->sections->len; i++) {
        g_free(f->stamps[i]);
    }
    g_free(f->stamps);
    g_array_unref(f->pending);
    g_array_unref(f->mentioned);
    g_array_unref(f->called);
}

static gint compare_numbers(gconstpointer x, gconstpointer y)
{
    const uint32_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

/** Labels that data refers to are functions, too. */
static void note_listed_labels(struct following *f)
{
    for (uint32_t i = 0; i < f->code->object->sections->len; i++) {
        const struct object_section *section = object_section_at(f->code->object, i);
        for (guint k = 0; section->data && k < relocation_count(section); k++) {
            struct referred to = referred_by_data(f->code, i, relocation_at(section, k));
            if (to.in_code) {
                note_called(f, to.section, to.offset);
            }
        }
    }
}

/** Make functions of labels that functions call. @return whether there are any new ones */
static bool add_called(struct code *code)
{
    struct following f = start_following(code, NULL, NULL);
    guint before = code->functions->len;
    note_listed_labels(&f);
    for (uint32_t i = 0; i < before; i++) {
        follow(&f, i);
    }
    g_array_sort(f.called, compare_numbers);
    for (guint i = 0; i < f.called->len; i++) {
        uint32_t label = g_array_index(f.called, uint32_t, i);
        if (i == 0 || g_array_index(f.called, uint32_t, i - 1) != label) {
            struct code_function function =
                g_array_index(code->labels, struct code_function, label);
            g_array_append_val(code->functions, function);
        }
    }
    finish_following(&f);
    settle_functions(code, code->functions);
    set_ends(code);
    return code->functions->len > before;
}

void code_find_called(struct code *code)
{
    for (unsigned i = 0; i < MOST_ROUNDS && add_called(code); i++) {
    }
}

void code_follow(struct code *code, code_take *take, void *user)
{
    struct following f = start_following(code, take, user);
    for (uint32_t i = 0; i < code->functions->len; i++) {
        follow(&f, i);
    }
    finish_following(&f);
}

/* What instructions do not have */

/** Distances in data may also be counted from their own places. */
static struct code_event event_of(const struct code *code, uint32_t number,
                                  const struct object_relocation *relocation)
{
    const struct object_section *section = object_section_at(code->object, number);
    struct code_event event = {CODE_REFERS, OBJECT_NONE, OBJECT_NONE, number, relocation->offset};
    struct referred to[] = {
        referred_by_data(code, number, relocation),
        place_of(code, relocation, object_addend(section, relocation)),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(to) && to[i].in_code; i++) {
        uint32_t owner = code_function_at(code, to[i].section, to[i].offset);
        bool whole = !code->object->compiled && !is_distance(code, relocation->type);
        bool may = whole || begins_at(code, owner, to[i].offset); /* else a table of jumps */
        event.function = event.function == OBJECT_NONE && may ? owner : event.function;
    }
    bool replaced = to[0].symbol != OBJECT_NONE && may_be_replaced(code, to[0].symbol);
    event.symbol = to[0].in_code && !replaced ? OBJECT_NONE : to[0].symbol;
    event.function = replaced ? OBJECT_NONE : event.function;
    return event;
}

void code_visit_data(const struct code *code, code_take *take, void *user)
{
    for (uint32_t i = 0; i < code->object->sections->len; i++) {
        const struct object_section *section = object_section_at(code->object, i);
        for (guint k = 0; k < relocation_count(section); k++) {
            const struct object_relocation *relocation = relocation_at(section, k);
            if (section->code && code->used[i] && code->used[i][k]) {
                continue;
            }
            struct code_event event = event_of(code, i, relocation);
            uint32_t owner =
                section->code ? code_function_at(code, i, relocation->offset) : OBJECT_NONE;
            if (event.function != OBJECT_NONE || event.symbol != OBJECT_NONE) {
                take(user, owner, &event);
            }
        }
    }
}
