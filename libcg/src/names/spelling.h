/*
 * Readable C++ names: the output of __cxa_demangle, and that of GCC in .su files, which spells the
 * same name differently (`T ns::twice(T) [with T = int]` is `int ns::twice<int>(int)`).
 *
 * There is no grammar: brackets are matched and operators known. A name of another shape is split
 * into other parts, which then match nothing. All functions are O(length) and do not recurse.
 */
#ifndef NAMES_SPELLING_H
#define NAMES_SPELLING_H

#include "strings/text.h"

/** The parts of a readable name, as offsets. */
struct spelling {
    size_t start;  /**< of the qualified name: after the result type */
    size_t name;   /**< end of the qualified name; the parameters follow */
    size_t params; /**< end of the parameters, which are in parentheses; `name` if there are none */
    size_t end;    /**< of everything but GCC's `[with ...]` and `[clone ...]` */
};

/** Whether a word of a readable name may have a byte. */
static inline bool spelling_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/** Split a readable name. */
struct spelling spelling_split(const char *text, size_t length);

/**
 * Append the bare form of a qualified name, the same for both spellings: without template
 * arguments, ABI tags and parameters; all lambdas are `{lambda}`, unnamed namespaces `{anonymous}`.
 */
void spelling_bare(struct cg_text *out, const char *name, size_t length);

/**
 * Append a qualified name as the most terse tools write it: up to the first parenthesis, without
 * `<`, `>`, quotes and ABI tags (stackcollapse-perf.pl). Unnamed namespaces are `{anonymous}`
 * whatever their spelling (`(anonymous namespace)`, `_GLOBAL__N_1`), and `;` becomes `:`.
 */
void spelling_lossy(struct cg_text *out, const char *name, size_t length);

/** What spelling_alike changed. */
enum {
    SPELLING_LAMBDAS = 1u << 0,
    SPELLING_TAGS = 1u << 1,
};

/**
 * Append a name with every lambda in it, template arguments and parameters included, as `{lambda}`:
 * compilers number them differently, and clang does not write their parameters. Unnamed classes are
 * treated alike, as clang does not distinguish them. ABI tags are removed: GCC writes none in names
 * of internal functions and of entities local to functions.
 *
 * @return set of the above
 */
unsigned spelling_alike(struct cg_text *out, const char *name, size_t length);

/** Append a name without spaces, except those between two words: `f<int, 3>` becomes `f<int,3>`. */
void spelling_tight(struct cg_text *out, const char *name, size_t length);

/** @return where the last component of a bare name begins; for a lambda's operator, `{lambda}` */
size_t spelling_last(const char *bare, size_t length);

/**
 * Append clang's demangled name of a lambda's function for GCC's, if the lambda initialises a
 * variable of a namespace: without the variable. The function gets the parameters of the lambda,
 * since demanglers get its own wrong: `v::{lambda(A*, void*)#1}::_FUN(A, A*)`.
 *
 * @return whether the name is such a function's
 */
bool spelling_without_variable(struct cg_text *out, const char *name, size_t length);

/** Append the last component of the bare form of a qualified name; for a lambda, `operator()`. */
void spelling_unqualified(struct cg_text *out, const char *name, size_t length);

/** Whether a readable name is a constructor's or destructor's. All variants of one share it. */
bool spelling_is_special(const char *name, size_t length);

/** Append parameter types in a form that is the same for both spellings, as far as possible:
 *  without spaces, const, scopes and template arguments. */
void spelling_types(struct cg_text *out, const char *params, size_t length);

/**
 * Whether GCC's readable name of a template instance, with the template's arguments after `[with `,
 * matches those of a demangled name. GCC omits arguments that are the default; those of the
 * standard library are known. True if the demangled name has none.
 *
 * @return 1, 0 or, when memory is exhausted, -1
 */
int spelling_same_instance(const char *readable, const char *demangled);

/** Whether two demangled names have the same template arguments and parameter types; the names
 *  themselves may differ. @return as spelling_same_instance */
int spelling_same_types(const char *a, const char *b);

#endif
