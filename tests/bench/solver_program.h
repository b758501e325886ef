/*
 * Programs of inclusion constraints as real ones have them, for measuring the solver.
 *
 * What the solver was given and found for whole programs, read from their source (leveldb: from the
 * compiler's IR); per 1000 lines, constraints as they were before solving:
 *
 *                         redis  sqlite  leveldb   here
 *   1000 lines              161     270       28
 *   slots                   196      38      410    379
 *   addresses               127      17      173    120
 *   copies                  151      21      381    300
 *   loads, stores          6, 4    3, 2    12, 4  10, 5
 *   watches                  42      11       69     48
 *   calls through pointers  2.0     1.5      0.8    3.0
 *
 * Callees of a call through a pointer: 5 in sqlite, 12 in lua, 14 in jq,
 * 100 in redis; here 5 to 8, in tables of up to 300.
 *
 * After solving, for redis, sqlite, leveldb and here:
 *
 *   edges out of a node that has any, mean    3.4   6.8   1.8   3.6
 *     of all but 5 %, at most                   2     6     4    25
 *     of all but 1 %, at most                  19    28     8    35
 *     at most                                5117 15120   253  4876
 *   edges into a node that has any, mean      6.3   6.9   1.9   2.4
 *     of all but 1 %, at most                  75   136    15    10
 *     at most                                1714  2013   157  2166
 *   objects of a slot that has any: half        1     1     1     2
 *     of all but a quarter, at most             2   262     4   880
 *     of all but 10 %, at most                585   262    24   880
 *     of all but 1 %, at most                 585   262    54   880
 *
 * Parameters that get most are those of functions that hand nothing on (`sdslen`, `sqlite3_free`):
 * here the library, which all of the program calls. Every slot of a quarter in redis and sqlite
 * holds the same objects: they meet in a hub (`void *` in containers, what unknown code gets). The
 * hubs of five programs do not grow with them (lua, of 24,000 lines, has one of 378 objects, 1 % of
 * its slots hold it; jq none), so here each 100,000 lines, a subsystem, have a hub of their own,
 * and pairs of subsystems a few fields in common. No program of 1,000,000 lines was measured: the
 * hub of such a one may be larger, which one_hub asks for.
 */
#ifndef SOLVER_PROGRAM_H
#define SOLVER_PROGRAM_H

#include "solver/solver.h"

/** What became of a program. */
struct outcome {
    double seconds; /**< of the processor */
    uint32_t slots;
    uint32_t calls;      /**< through pointers */
    uint64_t targets;    /**< of these */
    double mean;         /**< objects of slots that hold any */
    uint32_t percent[3]; /**< objects of half of these, of all but 10 %, of all but 1 % */
};

/** Make and solve a program; exits on failure.
 *  @param seed programs of different seeds differ
 *  @param one_hub whether all of the program has one, which grows with it, else each 100,000 lines
 */
void solver_program_solve(uint32_t lines, bool one_hub, uint64_t seed, struct outcome *outcome);

#endif
