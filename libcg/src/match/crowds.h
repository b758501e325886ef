/*
 * Many functions of one name, such as `static int init(void)` of thousands of files, or one that as
 * many files define: sorted by their files, so that entries which tell the file need not look at
 * all of them.
 *
 * A crowd is kept with the words that found its functions, for the next entry with these. What they
 * were found by is part of the words.
 */
#ifndef MATCH_CROWDS_H
#define MATCH_CROWDS_H

#include "base/pool.h"
#include "strings/text.h"

#include <libcg/graph.h>

/** From how many functions on they are a crowd. */
#define CROWD_LEAST 64u

/** A function and a file where it is. */
struct crowd_member {
    uint32_t path; /**< in the pool of paths, as path_reversed */
    cg_node node;
};

/** Functions, ascending. */
struct crowd_nodes {
    cg_node *items;
    size_t count;
    size_t capacity;
};

struct crowd {
    struct crowd_nodes all;
    struct crowd_nodes unknown;   /**< of which no file is known */
    struct crowd_nodes global;    /**< that are not internal */
    struct crowd_member *members; /**< by path, node */
    size_t count;                 /**< of members */
    size_t capacity;
    int extent; /**< what else the words say: of those who keep it */
};

struct crowds {
    struct cg_pool words;
    struct cg_pool paths;
    struct crowd *all; /**< by number of words */
    size_t capacity;
    size_t kept; /**< nodes of all */
    struct cg_text path;
};

/** Set up. @return false when memory is exhausted; free it anyway */
bool crowds_init(struct crowds *crowds);

/** Release. */
void crowds_free(struct crowds *crowds);

/** The crowd of some words, NULL if none is kept; valid until the next is kept. O(length) */
struct crowd *crowds_find(struct crowds *crowds, const struct cg_text *words);

/**
 * Keep functions with the words that found them. Crowds of different words may have the same
 * functions, so no more are kept once they have several times as many as the graph.
 *
 * @param nodes in any order, each once
 * @param out   receives NULL when it was not kept
 * @return false when memory is exhausted. O(paths log paths)
 */
bool crowds_keep(struct crowds *crowds, struct crowd **out, const struct cg_text *words,
                 const struct cg_graph *graph, const cg_node *nodes, size_t count);

/** Those of a crowd whose files match best: members, or functions of which no file is known, or
 *  neither, when all are in other files. */
struct crowd_best {
    int agreed; /**< as places_agree */
    const struct crowd_member *members;
    size_t count; /**< of members */
};

/** Find those. @return false when memory is exhausted. O(length of the file * log paths) */
bool crowds_best(struct crowds *crowds, struct crowd_best *out, const struct crowd *crowd,
                 const char *file);

/** Whether a function is in a crowd. O(log) */
bool crowd_has(const struct crowd *crowd, cg_node node);

#endif
