/*
 * What the steps of eliminating locals share: the facts of one owner, slots numbered from 0.
 *
 * A local whose address nothing takes is a mere name for what flows through it. Steps find names
 * that say nothing, say that one slot stands for another, and let rewriting put that
 * through. Each step takes time linear in the facts. Nothing depends on how slots are numbered
 * outside, so that a function reads the same in every translation unit.
 *
 * One way: facts_reduce.c -> facts_dead.c, facts_cycles.c, facts_spread.c.
 */
#ifndef CGCOLLECT_UNIT_FACTS_REDUCE_H
#define CGCOLLECT_UNIT_FACTS_REDUCE_H

#include "unit/facts_store.h"

/** What an operand is to its fact. */
enum operand_role {
    ROLE_DEFINES, /**< a slot that is given something */
    ROLE_VALUE,   /**< a slot or address that is handed on */
    ROLE_POINTER, /**< a slot that is followed */
    ROLE_LOOK,    /**< a slot that something is told of: POINTER of a call, SLOT of a type */
    ROLE_CALLEE,  /**< no slot: the name of a function */
};

struct reduction {
    const struct facts *facts;
    GArray *list;       /**< of struct fact; operands are of dense slots, also in arguments */
    uint32_t count;     /**< slots */
    GArray *slots;      /**< uint32_t by dense slot: its number outside */
    bool *mere;         /**< by slot: a local whose address nothing takes */
    uint32_t *defined;  /**< by mere local: how often it is given something */
    uint32_t *used;     /**< by mere local: how often it is read */
    fact_slot *reads;   /**< by slot: operand that stands for it where it is read */
    fact_slot *defines; /**< by slot: slot that stands for it where it is given something */
};

/** Facts by one of their slots: those of slot s are facts[begin[s]] to facts[begin[s + 1] - 1]. */
struct fact_index {
    guint *begin;
    guint *facts;
};

/** @return what an operand is, by where it stands in its fact. */
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

/** Says which slot a fact is listed under; FACT_NONE: under none. Called twice for each fact. */
typedef fact_slot fact_key(const struct reduction *r, const struct fact *fact);

/** Make an index; release it with fact_index_free. */
struct fact_index fact_index_new(const struct reduction *r, fact_key *key);
void fact_index_free(struct fact_index *index);

/** Index copies and loads by what they give to. */
fact_slot fact_moved_to(const struct reduction *r, const struct fact *fact);

/** Index copies and loads by what they read. */
fact_slot fact_moved_from(const struct reduction *r, const struct fact *fact);

/** Leave out facts that give to mere locals nothing reads, and facts that read mere locals that
 *  hold nothing (facts_dead.c). */
void reduction_drop_dead(struct reduction *r);

/** Say of locals on a cycle of copies that they are one of the slots on it (facts_cycles.c). */
void reduction_find_cycles(struct reduction *r);

/** Replace mere locals by facts about what they are between, where that makes no more of them
 *  (facts_spread.c). @return whether there was one. */
bool reduction_spread(struct reduction *r);

#endif
