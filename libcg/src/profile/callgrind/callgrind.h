/*
 * Parts of the reader of callgrind.out: numbers, names, and the resulting paths.
 *
 * Chapter 3 of callgrind's manual ("Callgrind Format Specification") describes the format. This
 * reader also interprets what it leaves open:
 *
 *   f'2          the same function on a deeper level of recursion, whatever its callers: its cost
 * is part of the cost of a call from a lower level f'c1'c2      f called from c1, called from c2
 * (--separate-callers) (5) (3)'(4)  such names made of numbers (--compress-mangled) jfi=, jfn=
 * target of the next jump; they define numbers like all others rec=, frfn=  recursion and caller of
 * the next function, if names do not contain them fi= fn=      a file named right before a function
 * is the function's
 */
#ifndef PROFILE_CALLGRIND_CALLGRIND_H
#define PROFILE_CALLGRIND_CALLGRIND_H

#include "profile/builder.h"
#include "profile/common/source_bytes.h"
#include "strings/digits.h"
#include "strings/text.h"

/** Most positions before costs: "instr", "bb" and "line". */
#define CALLGRIND_POSITIONS 3u
/** Most events of one file; callgrind has less than half of them. */
#define CALLGRIND_LIMIT_EVENTS 64u

/* --- numbers ------------------------------------------------------------------------------- */

/** The positions before costs. */
struct callgrind_position {
    uint64_t at[CALLGRIND_POSITIONS]; /**< of the last cost line */
    unsigned count;
    unsigned line; /**< the index of the line; `count`: none */
};

/** A line being read; a zero byte ends it. */
struct callgrind_line {
    struct source *source;
    const char *at;
    const char *end;
};

/** Skip blanks. */
static inline void callgrind_blanks(struct callgrind_line *line)
{
    while (*line->at == ' ' || *line->at == '\t') {
        line->at++;
    }
}

/** As callgrind_number, of any number. */
bool callgrind_number_slowly(struct callgrind_line *line, uint64_t *out);

/** Take a number, decimal or hexadecimal with "0x". @return false, and the source has failed, if
 *  there is none or it has more than 64 bits */
static inline bool callgrind_number(struct callgrind_line *line, uint64_t *out)
{
    bool fits;
    size_t count = cg_take_digits(out, &fits, line->at, (size_t)(line->end - line->at), UINT64_MAX);
    if (!count || !fits || line->at[count] == 'x' || line->at[count] == 'X') {
        return callgrind_number_slowly(line, out);
    }
    line->at += count;
    return true;
}

/** Take positions: numbers, or relative to those of the last cost line. @return false, and the
 *  source has failed, if any is missing */
bool callgrind_take_position(struct callgrind_line *line, struct callgrind_position *position);

/**
 * Take costs to the end of the line.
 *
 * @param values receives up to `most` of them
 * @param whole  set to false if one is not a whole number, or is negative
 * @return their number; UINT32_MAX, and the source has failed, if there is anything else or more
 */
uint32_t callgrind_take_costs(struct callgrind_line *line, double *values, uint32_t most,
                              bool *whole);

/* --- names --------------------------------------------------------------------------------- */

enum callgrind_space { CALLGRIND_OBJECT, CALLGRIND_FILE, CALLGRIND_FUNCTION };
#define CALLGRIND_SPACES 3

/** Meaning of numbers in parentheses. Nearly all are small: those index an array. */
struct callgrind_ids {
    uint32_t *dense; /**< by number: its meaning + 2; 0: none */
    size_t capacity;
    size_t count;          /**< elements of `dense` */
    size_t defined;        /**< number of definitions */
    struct cg_pool others; /**< large numbers, as bytes */
    uint32_t *other_values;
    size_t other_capacity;
};

/** A function according to its name, and its last place. */
struct callgrind_function {
    uint32_t name;    /**< string, without additions */
    uint32_t callers; /**< their start in callgrind_names.callers, innermost first */
    uint32_t caller_count;
    bool again; /**< a deeper level of recursion */
    enum cg_frame_kind kind;
    cg_call_context above; /**< path of the callers; CG_NO_CONTEXT: not made yet */
    /* the last result */
    uint32_t file;
    uint32_t object;
    cg_frame frame;       /**< CG_NO_CONTEXT: none yet */
    cg_call_context path; /**< CG_NO_CONTEXT: none yet */
};

struct callgrind_names {
    struct builder *builder;
    struct callgrind_ids ids[CALLGRIND_SPACES];
    struct cg_pool texts; /**< name and callers of each function, as bytes of numbers */
    struct callgrind_function *functions;
    size_t function_capacity;
    uint32_t *callers;
    size_t caller_capacity;
    size_t caller_count;
    uint32_t *parts; /**< of the current name */
    size_t part_capacity;
};

/** Set up. @return false when memory is exhausted; release in either case */
bool callgrind_names_init(struct callgrind_names *names, struct builder *builder);
void callgrind_names_free(struct callgrind_names *names);

/** The kind of frame for a name. */
enum cg_frame_kind callgrind_kind(const char *name, size_t length);

/**
 * Take the text after "fn=" and the like: "name", "(number) name" or "(number)".
 *
 * @return the string of a file or object, BUILDER_NONE for "???"; the number of a function. Invalid
 *         if the source or the builder has failed
 */
uint32_t callgrind_take_name(struct callgrind_names *names, enum callgrind_space space,
                             struct callgrind_line *line);

/**
 * Split a function name where callgrind joined it, and only there: C++ names may contain "'" too.
 */
struct callgrind_parts {
    const char *name;
    size_t length;
    size_t at;
    bool composed; /**< there are several */
    bool brackets; /**< they pair: no part ends within */
};

/* --- what becomes of it -------------------------------------------------------------------- */

struct callgrind_tree {
    struct builder *builder;
    struct source *source;
    struct callgrind_names names;
    /* events */
    struct cg_pool events; /**< names of all, by number */
    struct cg_pool labeled;
    uint32_t labels[CALLGRIND_LIMIT_EVENTS];  /**< strings, by number in `labeled` */
    uint32_t metrics[CALLGRIND_LIMIT_EVENTS]; /**< by number in `events` */
    uint32_t columns[CALLGRIND_LIMIT_EVENTS]; /**< of the current part: metrics */
    uint32_t column_count;
    uint32_t visits; /**< metric; BUILDER_NONE: not counted */
    bool calls;      /**< there were calls, counted or not */
    /* exclusive cost of the current function, added when it is left */
    double self[CALLGRIND_LIMIT_EVENTS];
    uint32_t self_count;
    double totals[CALLGRIND_LIMIT_EVENTS]; /**< of the current part */
    uint32_t function;                     /**< BUILDER_NONE: none yet */
    cg_call_context path;                  /**< of the function; CG_NO_CONTEXT: not looked up yet */
    uint32_t object;
    uint32_t file;
    /* locations */
    struct cg_pool places; /**< pid and thread */
    uint32_t location;     /**< BUILDER_NONE: not looked up yet */
    uint64_t pid;
    uint64_t thread;
    uint32_t command; /**< string */
    /* by string: frame + 1 of the only function with that name, 0 or UINT32_MAX for none or
     * several */
    uint32_t *known;
    size_t known_capacity;
    size_t known_count;
    struct cg_text late; /**< costs of functions with callers */
    bool is_over;        /**< all functions are known */
};

/** Set up. @return false when memory is exhausted; release in either case */
bool callgrind_tree_init(struct callgrind_tree *tree, struct builder *builder,
                         struct source *source);
void callgrind_tree_free(struct callgrind_tree *tree);

/** The long name of an event. Later ones for the same event are ignored. */
void callgrind_tree_label(struct callgrind_tree *tree, const char *event, size_t event_length,
                          const char *label, size_t length);

/** Another column of costs. */
void callgrind_tree_column(struct callgrind_tree *tree, const char *event, size_t length);

/** Make a function the current one. */
void callgrind_tree_enter(struct callgrind_tree *tree, uint32_t function, uint32_t object,
                          uint32_t file);

/** Add its exclusive cost. */
void callgrind_tree_self(struct callgrind_tree *tree, const double *values, uint32_t count);

/** A call and its place. */
struct callgrind_call {
    uint32_t function;
    uint32_t object;
    uint32_t file;
    uint32_t site_file;
    uint32_t site_line;
    uint64_t count;
};

/** Add a call of the current function. */
void callgrind_tree_call(struct callgrind_tree *tree, const struct callgrind_call *call,
                         const double *values, uint32_t count);

/** The following lines belong to another process or thread, or have other events. */
void callgrind_tree_leave(struct callgrind_tree *tree);

/** Values of the current columns are not whole. */
void callgrind_tree_broken(struct callgrind_tree *tree);

/** Add what waited until all functions are known. */
void callgrind_tree_finish(struct callgrind_tree *tree);

/* --- lines --------------------------------------------------------------------------------- */

/** The state of reading. */
struct callgrind {
    struct builder *builder;
    struct source *source;
    struct callgrind_tree tree;
    struct callgrind_position position;
    struct callgrind_line line;
    uint32_t object;
    uint32_t file;          /**< of the next cost line */
    uint32_t function_file; /**< of the function */
    bool file_is_new;       /**< no cost line since it was named */
    /* target of the next call; unnamed parts are as in the caller */
    uint32_t called;
    uint32_t called_object;
    uint32_t called_file;
    bool has_called;
    bool has_called_object;
    bool has_called_file;
    uint64_t call_count;
    enum {
        CALLGRIND_SELF,
        CALLGRIND_CALL,
        CALLGRIND_JUMP
    } next; /**< the meaning of the next cost line */
    bool by_callgrind;
    bool untotalled; /**< there were costs since the last "totals:" */
    bool fractional; /**< totals may be rounded */
    bool warned;
};

/** A line that begins with a key, and the reader of the rest. */
struct callgrind_key {
    const char *text; /**< NULL: end of the list */
    bool (*read)(struct callgrind *c);
};

/** The keys of the header. */
extern const struct callgrind_key callgrind_header_keys[];

/** Take a key, with its "=" or ":". @return whether the line begins with it */
bool callgrind_take(struct callgrind_line *line, const char *key);

/** Skip a line that is not needed. */
bool callgrind_ignore(struct callgrind *c);

#endif
