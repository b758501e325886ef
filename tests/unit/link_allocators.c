/* Finds the functions that allocate the slow way: rules are applied to all facts of a function
 * until nothing changes (libcg/src/facts/allocators.h). */
#include "link_model.h"

#include <string.h>

enum { SLOTS = SLOT_DYNAMIC, MOST_READ = 64 };

/* What a slot may hold. */
enum { FRESH = 1, OTHER = 2, FIRST_ARGUMENT = 4, ALL = ~0 };

struct known {
    unsigned returns; /**< what a call may return */
    unsigned keeps;   /**< arguments, from FIRST_ARGUMENT on */
};

struct looking {
    const struct program_model *model;
    const struct known *known; /**< by function */
    int owner;
    unsigned holds[SLOTS];
    bool exposed[SLOTS]; /**< its address is taken */
    bool variadic;       /**< there are variadic arguments, which are not told apart */
    unsigned kept;
    bool changed;
};

static unsigned argument(int i)
{
    return i < 30 ? (unsigned)FIRST_ARGUMENT << i : 0;
}

static bool is_own(const struct looking *l, int slot)
{
    int parameter = SLOT_PARAMETER + l->owner * PARAMETERS, local = SLOT_LOCAL + l->owner * LOCALS;
    return (slot >= parameter && slot < parameter + PARAMETERS) ||
           (slot >= local && slot < local + LOCALS) || slot == SLOT_RESULT + l->owner;
}

static bool is_twin(const struct program_model *model, int function)
{
    return function == model->twins[0] || function == model->twins[1];
}

/* The function whose parameter or result a slot is, or -1. */
static int other_function(const struct looking *l, int slot)
{
    int function = slot >= SLOT_PARAMETER && slot < SLOT_RESULT
                       ? (slot - SLOT_PARAMETER) / PARAMETERS
                   : slot >= SLOT_RESULT && slot < SLOT_VARIADIC ? slot - SLOT_RESULT
                                                                 : -1;
    bool known = function >= 0 && !l->exposed[slot] && !is_twin(l->model, function);
    return known && function != l->owner ? function : -1;
}

static unsigned held(const struct looking *l, struct operand operand)
{
    int slot = operand.slot;
    if (slot == NO_SLOT) {
        return 0;
    }
    if (operand.address || l->exposed[slot]) {
        return OTHER;
    }
    int function = other_function(l, slot);
    if (function < 0) {
        return is_own(l, slot) ? l->holds[slot] : OTHER;
    }
    if (slot < SLOT_RESULT) {
        return l->holds[slot];
    }
    unsigned all = l->known[function].returns & (FRESH | OTHER);
    for (int i = 0; i < PARAMETERS; i++) {
        int parameter = SLOT_PARAMETER + function * PARAMETERS + i;
        bool back = l->known[function].returns & argument(i) && !l->exposed[parameter];
        all |= back ? l->holds[parameter] : 0;
    }
    return all;
}

static void give(struct looking *l, int slot, unsigned what)
{
    if (slot == NO_SLOT) {
        return;
    }
    int function = other_function(l, slot);
    bool parameter = function >= 0 && slot < SLOT_RESULT;
    if (!l->exposed[slot] && (is_own(l, slot) || parameter)) {
        l->changed = l->changed || (l->holds[slot] | what) != l->holds[slot];
        l->holds[slot] |= what;
        bool keeps =
            parameter && l->known[function].keeps & argument((slot - SLOT_PARAMETER) % PARAMETERS);
        l->kept |= keeps ? what : 0;
    } else {
        l->kept |= what;
    }
}

static unsigned of_operand(const struct effect_operand *operand)
{
    return operand->kind == ARGUMENT ? argument(operand->index)
           : operand->kind == REST   ? (unsigned)ALL & ~(FRESH | OTHER)
                                     : 0;
}

static struct known of_library(const struct library_function *library)
{
    int number = (int)(library - library_functions);
    struct known known = {number < library_function_count - ALLOCATORS ? OTHER : 0, 0};
    for (int i = 0; i < 4; i++) {
        const struct effect *e = &library->effects[i];
        bool result = e->target.kind == RESULT && !e->target.deref;
        if (e->kind == NO_EFFECT) {
            continue;
        }
        if (e->kind != ASSIGN) {
            known.keeps = (unsigned)ALL;
            known.returns |= OTHER;
        } else if (result && !e->source.deref && e->source.kind == NEW) {
            known.returns |= FRESH;
        } else if (result && !e->source.deref && e->source.kind == ARGUMENT) {
            known.returns |= argument(e->source.index);
        } else if (result) {
            known.returns |= OTHER;
        } else {
            known.returns |= e->source.kind == NEW && !e->source.deref ? OTHER : 0;
            known.keeps |= of_operand(&e->target) | (e->source.deref ? 0 : of_operand(&e->source));
        }
    }
    for (int i = 0; i < 4; i++) { /* content of the memory, but what an argument has already */
        const struct effect *e = &library->effects[i];
        bool fills = e->kind == ASSIGN && e->target.kind == RESULT && e->target.deref;
        bool there = e->source.deref && of_operand(&e->source) & known.returns;
        known.returns |= fills && !there ? OTHER : 0;
    }
    return known;
}

/* Whether parameters of a function are counted as they are passed. */
static bool is_lowered(const struct program_model *model, int function)
{
    bool lowered = false;
    for (int i = 0; i < model->count; i++) {
        const struct fact *fact = &model->facts[i];
        lowered = lowered || (fact->word == 't' && fact->owner == function && fact->function < 0 &&
                              model_types[fact->type].lowered);
    }
    return lowered;
}

static struct known of_callee(const struct looking *l, const struct fact *fact)
{
    const struct model_function *function = &l->model->functions[fact->function];
    if (fact->word == 'k' || is_twin(l->model, fact->function)) {
        return (struct known){(unsigned)ALL, (unsigned)ALL};
    }
    bool body = function->state == READ || function->state == UNREAD;
    if (function->library >= 0 && !body && function->state != OWN) {
        return of_library(&library_functions[function->library]);
    }
    return is_lowered(l->model, fact->function) == is_lowered(l->model, l->owner)
               ? l->known[fact->function]
               : (struct known){(unsigned)ALL, (unsigned)ALL};
}

static void call(struct looking *l, const struct fact *fact)
{
    struct known callee = of_callee(l, fact);
    unsigned result = callee.returns & (FRESH | OTHER);
    for (int i = 0; i < fact->count; i++) {
        unsigned what = held(l, fact->arguments[i]);
        l->kept |= callee.keeps & argument(i) ? what : 0;
        result |= callee.returns & argument(i) ? what : 0;
    }
    give(l, fact->to.slot, result);
}

static void apply(struct looking *l, const struct fact *fact)
{
    unsigned what = held(l, fact->from);
    switch (fact->word) {
    case 'c':
    case 'z':
    case 'v':
        give(l, fact->to.slot, what);
        break;
    case 'e':
        give(l, fact->to.slot, what >= FIRST_ARGUMENT ? what | OTHER : what);
        break;
    case 'l':
    case 'x':
        give(l, fact->to.slot, OTHER);
        break;
    case 's':
        l->kept |= held(l, fact->to) | what;
        break;
    case 'k':
    case 'd':
        call(l, fact);
        break;
    default:
        break;
    }
}

static bool counts(const struct looking *l, const struct fact *fact)
{
    return fact->owner == l->owner && strchr("czvelxskd", fact->word);
}

static void look_at_operand(struct looking *l, const struct operand *operand)
{
    int slot = operand->slot;
    if (slot != NO_SLOT && slot < SLOTS && operand->address) {
        l->exposed[slot] = true;
    }
    int parameter = slot - SLOT_PARAMETER - l->owner * PARAMETERS;
    if (operand->address && parameter >= 0 && parameter < PARAMETERS) {
        l->kept |= argument(parameter);
    }
    l->variadic = l->variadic || (slot >= SLOT_VARIADIC && slot < SLOT_LOCAL);
}

/* @return whether the function has so few facts, but some, that they are looked at */
static bool begin(struct looking *l)
{
    int count = 0;
    for (int i = 0; i < PARAMETERS; i++) {
        l->holds[SLOT_PARAMETER + l->owner * PARAMETERS + i] = argument(i);
    }
    for (int i = 0; i < l->model->count; i++) {
        const struct fact *fact = &l->model->facts[i];
        bool call = fact->word == 'k' || fact->word == 'd';
        if (counts(l, fact)) {
            count++;
            look_at_operand(l, &fact->to);
            for (int a = 0; a < fact->count && call; a++) {
                look_at_operand(l, &fact->arguments[a]);
            }
            if (strchr("czvels", fact->word)) {
                look_at_operand(l, &fact->from);
            }
        }
    }
    return count > 0 && count <= MOST_READ && !l->exposed[SLOT_RESULT + l->owner];
}

static struct known look(const struct program_model *model, const struct known *known, int owner)
{
    struct looking l = {.model = model, .known = known, .owner = owner};
    if (!begin(&l)) {
        return (struct known){(unsigned)ALL, (unsigned)ALL};
    }
    do {
        l.changed = false;
        for (int i = 0; i < model->count; i++) {
            if (counts(&l, &model->facts[i])) {
                apply(&l, &model->facts[i]);
            }
        }
    } while (l.changed);
    unsigned returns = l.holds[SLOT_RESULT + owner];
    bool lost = returns & FRESH && l.kept & FRESH;
    return (struct known){returns | (lost ? OTHER : 0), l.variadic ? (unsigned)ALL : l.kept};
}

void model_allocators(unsigned *returns, const struct program_model *model)
{
    struct known known[FUNCTIONS];
    memset(known, 0xff, sizeof known);
    for (bool changed = true; changed;) {
        changed = false;
        for (int f = 0; f < FUNCTIONS; f++) {
            if (model->functions[f].state == READ && !is_twin(model, f)) {
                struct known now = look(model, known, f);
                changed = changed || now.returns != known[f].returns || now.keeps != known[f].keeps;
                known[f] = now;
            }
        }
    }
    for (int f = 0; f < FUNCTIONS; f++) {
        bool allocates = (known[f].returns & (FRESH | OTHER)) == FRESH;
        returns[f] = allocates ? known[f].returns / FIRST_ARGUMENT << 1 | 1 : 0;
    }
}
