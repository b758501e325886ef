/*
 * Which functions of a graph may a recorded frame be?
 *
 * A profile tells less than a compiler does, so the answer is a set. The first way that finds any
 * function decides; names are tried as they are and without what tools add (decorations.h):
 *
 *   1. a linkage name, a function's own or another of its names (CG_KEY_NAMES)
 *   2. a linkage name of another variant of the same constructor or destructor
 *   3. a linkage name that demangles to the same; lambdas are numbered differently by compilers, so
 *      of these all that are in the same function and take the same parameters
 *      where the arguments of a template have values or expressions, also what differs in how its
 *      parameters are declared (declared.h), or in the result alone
 *   4. a demangled name: whole; without parameters; as tools shorten it (spelling_lossy); without
 *      template arguments where the frame's name has none
 *   5. a linkage name behind a leading `_`, as Mach-O has it
 *   6. a function of the C library that is the same code by another name (`fopen64`)
 *   7. of inlined ones, all whose last component it is, whatever the template arguments
 *
 * Of several those stay whose file agrees best, then those whose definition is at the line, then
 * those with a body. A file that agrees with none decides nothing: `#line` may have told it.
 */
#ifndef MATCH_FRAME_H
#define MATCH_FRAME_H

#include "match/match.h"

/** What a profile says of a function. */
struct match_frame {
    const char *name;
    const char *linkage_name; /**< NULL when not known */
    const char *file;         /**< NULL when not known */
    uint32_t line;            /**< 0 when not known */
    bool mangled; /**< whoever recorded it writes linkage names: a plain word is nothing else */
    bool inlined; /**< found in debug information, which need not have more than the last component
                       of the name */
};

/** How much of a function a frame is. Calls between frames of one function are none of the
 * program's where one of them is not the whole. */
enum match_extent {
    MATCH_WHOLE,
    MATCH_PART,  /**< a piece that the compiler made a function of (decorations.h) */
    MATCH_THUNK, /**< another way into it: a thunk, a stub of the linker */
};

/**
 * Ask; `found` and `count` of the matcher hold the answer, without repetition, by number.
 *
 * @param extent receives how much of the function the frame is
 * @return false when memory is out
 */
bool matcher_find_frame(struct matcher *m, const struct match_frame *frame,
                        enum match_extent *extent);

/** Find other functions that are variants of a constructor or destructor; none of any other name.
 *  @return false when memory is out. O(length), and a look-up for each constructor in the name. */
bool matcher_find_variants(struct matcher *m, const char *name);

/** Find functions without a body that the C library has at one place with another: tools that see
 *  the place name one of them, whichever was called. @return false when memory is out */
bool matcher_find_equals(struct matcher *m, const char *name);

/** Find functions without a body that a compiler may have replaced by a call of this one: `printf`
 *  by `puts`. @return false when memory is out */
bool matcher_find_exchanged(struct matcher *m, const char *name);

#endif
