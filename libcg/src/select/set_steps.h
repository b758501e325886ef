/*
 * A parsed set, in order of evaluation: the operands of an operator precede it.
 */
#ifndef SELECT_SET_STEPS_H
#define SELECT_SET_STEPS_H

#include "strings/text.h"

#include <libcg/common.h>

enum select_op {
    /* push one set */
    SELECT_WORD,     /* text: a name or glob */
    SELECT_REGEX,    /* text */
    SELECT_LIST,     /* text: path of a file of names */
    SELECT_NAMED,    /* text: name of a set */
    SELECT_PROPERTY, /* number: enum select_property */
    SELECT_FILE,     /* text: glob */
    SELECT_DIR,      /* text: path */
    SELECT_HAS,      /* text: key */
    SELECT_COMPARE,  /* text: path of members; compare, value; number: enum select_measure */
    /* of the top set */
    SELECT_NOT,
    SELECT_REACHES,
    SELECT_REACHED_FROM,
    SELECT_CALLERS, /* number: distance */
    SELECT_CALLEES,
    SELECT_OVERRIDES,
    SELECT_OVERRIDDEN_BY,
    SELECT_ROOTS,
    SELECT_LEAVES,
    SELECT_RECURSIVE,
    /* of the top two sets */
    SELECT_UNION,
    SELECT_INTERSECTION,
    SELECT_DIFFERENCE,
    SELECT_ON_PATH,
};

enum select_property {
    PROPERTY_DEFINED,
    PROPERTY_DECLARED,
    PROPERTY_VIRTUAL,
    PROPERTY_INTERNAL,
    PROPERTY_WEAK,
    PROPERTY_ENTRY,
    PROPERTY_SYSTEM,
    PROPERTY_ADDRESS_TAKEN,
    PROPERTY_UNRESOLVED,
};

enum select_comparison {
    COMPARE_TRUE, /* not null, false, 0 or empty */
    COMPARE_EQUAL,
    COMPARE_UNEQUAL,
    COMPARE_LESS,
    COMPARE_LESS_EQUAL,
    COMPARE_GREATER,
    COMPARE_GREATER_EQUAL,
    COMPARE_MATCHES, /* regular expression */
};

/* What a comparison is about, bits. */
enum select_measure {
    MEASURE_INCLUSIVE = 1, /* the sum over all that the function leads to */
    MEASURE_PERCENT = 2,   /* the value is a percentage of the whole */
};

struct select_step {
    enum select_op op;
    uint32_t number;
    enum select_comparison comparison;
    char *text;
    char *value;          /* of a comparison */
    unsigned long line;   /* the place of the step */
    unsigned long column; /* in bytes from 1 */
};

struct select_program {
    struct select_step *steps;
    size_t count;
    size_t capacity;
    size_t depth; /* greatest number of sets on the stack */
};

/** The input: a piece of a text, with its place. */
struct select_source {
    const char *at;
    const char *end;
    const char *name; /* for messages; NULL: none */
    unsigned long line;
    const char *line_start;
    const char *done; /* end of the last piece of a set */
};

/** Set up for a terminated text. */
void select_source_init(struct select_source *source, const char *text, const char *name);

/** Record a failure at the next byte. @return the status given */
__attribute__((format(printf, 4, 5))) int select_fail(const struct select_source *source,
                                                      enum cg_status status, struct cg_error *error,
                                                      const char *format, ...);

/** Skip white space; comments if `comments`, newlines if `lines`. */
void select_skip(struct select_source *source, bool lines, bool comments);

/** Where a set ends. */
enum select_extent {
    SELECT_WHOLE,      /**< at the end of the text */
    SELECT_DEFINITION, /**< at `;` or the end of a line in which no parenthesis is open; takes the
                          `;` */
    SELECT_OPERAND, /**< likewise, taking nothing, or before anything that cannot continue it, such
                       as -> => > , : or a word. Words do not end in a colon. */
};

/**
 * Read a set.
 *
 * @param out release with select_program_free in either case
 * @return CG_OK; CG_E_FORMAT or CG_E_LIMIT with the place; CG_E_MEMORY. O(length).
 */
int select_parse(struct select_program *out, struct select_source *source,
                 enum select_extent extent, struct cg_error *error);

/**
 * Read the text between two marks in a line, the first of which is next. A backslash before a mark
 * is removed, between two " also before a backslash.
 *
 * @param out receives a terminated text, to be released with free
 * @return CG_OK, CG_E_FORMAT or CG_E_MEMORY
 */
int select_take_quoted(char **out, struct select_source *source, char mark, struct cg_error *error);

/** Read a valid name of a set. @return its length, 0: there is none */
size_t select_name_length(const struct select_source *source);

/** Whether a word is that of an operation: reaches, file, is, ... */
bool select_is_operation(const char *word, size_t length);

/** Release. */
void select_program_free(struct select_program *program);

#endif
