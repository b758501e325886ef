/*
 * What the steps of eliminating locals share: the facts of one owner, with slots numbered from 0.
 *
 * A local whose address is not taken is only a name for what flows through it. Steps find names
 * without content and record replacements, which rewriting then applies. Each step takes time
 * linear in the facts. Nothing depends on slot numbers outside, so that a function has the same
 * facts in every translation unit.
 *
 * Dependencies go one way: facts_reduce.c -> facts_dead.c, facts_cycles.c, facts_spread.c.
 */
#ifndef CGCOLLECT_UNIT_FACTS_REDUCE_H
#define CGCOLLECT_UNIT_FACTS_REDUCE_H

#include "unit/facts_store.h"

/** The role of an operand in its fact. */
enum operand_role {
    ROLE_DEFINES, /**< a slot that receives something */
    ROLE_VALUE,   /**< a slot or address that is passed on */
    ROLE_POINTER, /**< a slot that is dereferenced */
    ROLE_LOOK,    /**< a slot that the fact describes: POINTER of a call, SLOT of a type */
    ROLE_CALLEE,  /**< no slot: the name of a function */
};

struct reduction {
    const struct facts *facts;
    GArray *list;       /**< of struct fact; operands are dense slots, also in arguments */
    uint32_t count;     /**< number of slots */
    GArray *slots;      /**< uint32_t by dense slot: its number outside */
    bool *mere;         /**< by slot: a local whose address is not taken */
    uint32_t *defined;  /**< by mere local: how often it receives something */
    uint32_t *used;     /**< by mere local: how often it is read */
    fact_slot *reads;   /**< by slot: operand that replaces it where it is read */
    fact_slot *defines; /**< by slot: slot that replaces it where it receives something */
};

/** Facts by one of their slots: those of slot s are facts[begin[s]] to facts[begin[s + 1] - 1]. */
struct fact_index {
    guint *begin;
    guint *facts;
};

/** @return the role of an operand, by its place in its fact. */
enum operand_role fact_role(const struct fact *fact, const fact_slot *operand);

/** @return whether a fact only moves values: a copy, a load, a cast or a look inside. */
static inline bool fact_moves(const struct fact *fact)
{
    return fact->kind == FACT_COPY || fact->kind == FACT_LOAD || fact->kind == FACT_CAST ||
           fact->kind == FACT_OVERLAY || fact->kind == FACT_INSIDES;
}

/** @return a fact of the list. */
static inline struct fact *reduction_fact(const struct reduction *r, guint index)
{
    return &g_array_index(r->list, struct fact, index);
}

/** @return whether an operand is a mere local. */
static inline bool is_mere(const struct reduction *r, fact_slot operand)
{
    return operand != FACT_NONE && !OPERAND_IS_ADDRESS(operand) && r->mere[OPERAND_SLOT(operand)];
}

/** Returns the slot under which a fact is listed; FACT_NONE: under none. Called twice for each
 *  fact. */
typedef fact_slot fact_key(const struct reduction *r, const struct fact *fact);

/** Make an index; release with fact_index_free. */
struct fact_index fact_index_new(const struct reduction *r, fact_key *key);
void fact_index_free(struct fact_index *index);

/** Index copies and loads by the slot they write. */
fact_slot fact_moved_to(const struct reduction *r, const struct fact *fact);

/** Index copies and loads by the slot they read. */
fact_slot fact_moved_from(const struct reduction *r, const struct fact *fact);

/** Remove facts that write to mere locals nothing reads, and facts that read mere locals that hold
 *  nothing (facts_dead.c). */
void reduction_drop_dead(struct reduction *r);

/** Replace locals on a cycle of copies by one of its slots (facts_cycles.c). */
void reduction_find_cycles(struct reduction *r);

/** Replace mere locals by facts that connect their sources and targets, if that adds no facts
 *  (facts_spread.c). @return whether there was one. */
bool reduction_spread(struct reduction *r);

#endif
