/*
 * The instruction mix of flavors: what their programs have, by objdump, and what runs, by
 * callgrind.
 */
#ifndef CGQUERY_VERBS_REFINE_MIX_H
#define CGQUERY_VERBS_REFINE_MIX_H

#include <stdbool.h>

/** Sorts of instructions of a program. */
enum mix_sort {
    MIX_MOVES,      /**< between registers and memory */
    MIX_ARITHMETIC, /**< with integers, comparisons too */
    MIX_VECTOR,     /**< floating point and vectors */
    MIX_BRANCHES,
    MIX_CALLS, /**< and returns */
    MIX_NOPS,  /**< places for probes, and padding */
    MIX_OTHER,
    MIX_SORTS
};

/** What runs, as callgrind counts it. */
enum mix_event {
    MIX_INSTRUCTIONS,
    MIX_READS,
    MIX_WRITES,
    MIX_CONDITIONAL,
    MIX_INDIRECT,
    MIX_EVENTS
};

/** A mix. */
struct mix {
    bool has_program; /**< `program` is known */
    double program[MIX_SORTS];
    bool has_run; /**< `run` is known */
    double run[MIX_EVENTS];
};

/** Names for JSON: "moves", "conditionalBranches". */
extern const char *const mix_sorts[MIX_SORTS], *const mix_events[MIX_EVENTS];

/** What comes before the words of a program, so that callgrind counts what runs. It leaves files
 * that mix_read_run finds beside $CG_PROFILE. */
#define MIX_CALLGRIND                                                                              \
    "valgrind --tool=callgrind --cache-sim=yes --branch-sim=yes --smc-check=all "                  \
    "--callgrind-out-file=\"$CG_PROFILE.%p.mix\" "

/** Count the instructions of the program that a command begins with. Leaves `has_program` alone if
 *  there is none that objdump reads. */
void mix_read_program(struct mix *mix, const char *command);

/** Add up what callgrind left in a directory, and remove it. */
void mix_read_run(struct mix *mix, const char *directory);

#endif
