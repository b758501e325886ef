/*
 * How pointer facts are stored: shared by unit_facts.c, which fills it, facts_reduce.c, which
 * eliminates locals, and facts_text.c, which writes it.
 */
#ifndef CGCOLLECT_UNIT_FACTS_STORE_H
#define CGCOLLECT_UNIT_FACTS_STORE_H

#include "unit/unit_facts.h"

enum slot_kind {
    SLOT_LOCAL,
    SLOT_GLOBAL,
    SLOT_FIELD,
    SLOT_PARAMETER,
    SLOT_RESULT,
    SLOT_VARIADIC,
    SLOT_FUNCTION,
    SLOT_INTEGERS,
    SLOT_BYTES,
    SLOT_OUTSIDE,
    SLOT_MEMBER,
    SLOT_TABLE,
};

/** The definition of a slot. Strings are the unit's own: equal ones are the same pointer. */
struct slot {
    enum slot_kind kind;
    unit_id function;   /**< owner of a local, parameter, ...; UNIT_NONE for others */
    uint64_t number;    /**< of a local or parameter; offset of a field; entry of a member */
    const char *name;   /**< of a global, a record, a table; NULL for others */
    const char *origin; /**< of a static global; NULL for others */
    uint32_t dense;     /**< while an owner is reduced: number there + 1; 0 otherwise */
};

/* An operand is the number of a slot doubled, odd for its address. */
#define OPERAND_SLOT(operand) ((operand) >> 1)
#define OPERAND_IS_ADDRESS(operand) (((operand) & 1u) != 0)

/** The letters of docs/pointer-facts.md. */
enum fact_kind {
    FACT_COPY = 'c',
    FACT_LOAD = 'l',
    FACT_CAST = 'z',
    FACT_OVERLAY = 'v',
    FACT_INSIDES = 'e',
    FACT_STORE = 's',
    FACT_CALL = 'k',
    FACT_CALL_BY_NAME = 'd',
    FACT_CALL_VIRTUAL = 'w',
    FACT_SIGNATURE = 't',
    FACT_TYPED = 'y',
    FACT_FIELD = 'f',
    FACT_NESTED = 'n',
    FACT_COPY_BYTES = 'm',
    FACT_DEFINED = 'g',
    FACT_USED = 'o',
    FACT_UNKNOWN = 'x',
    FACT_RECORD = 'r',
    FACT_HIDDEN = 'h',
    FACT_RUNTIME = 'i',
    FACT_BY_ADDRESS = 'a',
    FACT_BOUND = 'b',
    FACT_REFERENCED = 'q',
    FACT_SYMBOL = 'j',
    FACT_GOT = 'p',
    FACT_CONVERTS = 'u',
};

/** In place of the text of a copy of bytes, until joining decides whether there is one. */
#define FACTS_MAYBE "?"

/** Of memory behind a record: the last element. */
#define FACTS_BEHIND "behind"

/** A fact. Members that its kind does not use are 0, FACT_NONE or NULL. */
struct fact {
    unit_id owner;
    enum fact_kind kind;
    fact_slot to;      /**< first slot; of calls: POINTER, the function called by name */
    fact_slot operand; /**< second operand; of calls: RESULT */
    uint32_t call; /**< of calls, and of sums and copies until joining: index of a struct fact_call;
                      of nested records: OFFSET */
    const char *text; /**< SIGNATURE, RECEIVER, RECORD, REASON, CELL, NAME, ENTRY */
    const char
        *inner; /**< INNER, WHERE, FACTS_BEHIND; of calls through pointers to members: RECEIVER */
};

/** @return whether a fact is of a call, of any sort. */
static inline bool fact_calls(const struct fact *fact)
{
    return fact->kind == FACT_CALL || fact->kind == FACT_CALL_BY_NAME ||
           fact->kind == FACT_CALL_VIRTUAL;
}

/** Further data of a call; for sums the place alone. Each belongs to one fact. */
struct fact_call {
    struct unit_place place;
    uint32_t slot; /**< SLOT */
    uint32_t first_argument;
    uint32_t count; /**< of arguments */
};

struct facts {
    struct unit *unit;
    GArray *slots;     /**< of struct slot */
    GArray *facts;     /**< of struct fact */
    GArray *calls;     /**< of struct fact_call */
    GArray *arguments; /**< of fact_slot, call by call */
    GByteArray *read;  /**< by function: 1 if its body was read; may be too short: the rest was
                            not */
    bool read_outside; /**< the same for UNIT_NONE */
    uint32_t *table;   /**< slot + 1, by hash of its definition; without locals */
    uint32_t mask;     /**< size of the table minus one */
    uint32_t interned; /**< slots in it */
};

static inline struct slot *facts_slot_at(const struct facts *facts, uint32_t slot)
{
    return &g_array_index(facts->slots, struct slot, slot);
}

/** Called for each operand of a fact that is not FACT_NONE; it may be changed. */
typedef void fact_operand_visit(fact_slot *operand, void *data);

/** Visit the operands of a fact. */
void fact_operands(const struct facts *facts, struct fact *fact, fact_operand_visit *visit,
                   void *data);

/**
 * Eliminate locals of one owner (facts_reduce.c).
 *
 * The contents of all other slots, the callees and the arguments stay the same.
 *
 * @param list of struct fact, all of one owner; changed, as are the arguments of their calls
 */
void facts_reduce(const struct facts *facts, GArray *list);

/**
 * Write facts as JSON (facts_text.c): an array, sorted, without duplicates. Renumbers the locals.
 *
 * @param list of struct fact, all of one owner
 */
GString *facts_text(const struct facts *facts, const GArray *list);

#endif
