/*
 * C++ names as people read them: what __cxa_demangle writes, and what GCC writes into .su files,
 * which is another spelling of the same (`T ns::twice(T) [with T = int]` is
 * `int ns::twice<int>(int)`).
 *
 * No grammar: brackets are matched and operators known. A name of another shape gives other parts,
 * which then match nothing. All functions are O(length) and do not recurse.
 */
#ifndef MATCH_SPELLING_H
#define MATCH_SPELLING_H

#include "base/text.h"

/** Where the parts of a spelled name are, as offsets. */
struct spelling {
    size_t start; /**< of the qualified name: behind the result type */
    size_t name;  /**< end of the qualified name; the parameters follow */
    size_t
        params; /**< end of the parameters, which are in parentheses; `name` when there are none */
    size_t end; /**< of all but GCC's `[with ...]` and `[clone ...]` */
};

/** Take a spelled name apart. */
struct spelling spelling_split(const char *text, size_t length);

/**
 * Append the bare form of a qualified name, the same for both spellings: no template arguments, ABI
 * tags and parameters, and lambdas are all `{lambda}`, unnamed namespaces `{anonymous}`.
 */
void spelling_bare(struct cg_text *out, const char *name, size_t length);

/**
 * Append a qualified name as those tools leave it that write least: up to the first parenthesis,
 * without `<`, `>`, quotes and ABI tags (stackcollapse-perf.pl). Unnamed namespaces are
 * `{anonymous}` whatever they were called (`(anonymous namespace)`, `_GLOBAL__N_1`), and `;` is
 * `:`.
 */
void spelling_lossy(struct cg_text *out, const char *name, size_t length);

/** What spelling_alike changed. */
enum {
    SPELLING_LAMBDAS = 1u << 0,
    SPELLING_TAGS = 1u << 1,
};

/**
 * Append a name with every lambda in it, template arguments and parameters included, as `{lambda}`:
 * compilers number them each in their own way, and clang does not say what they take. Classes
 * without a name are the same to clang, so they are here. ABI tags are left out: GCC has none in
 * names of internal functions, and of what is local to functions.
 *
 * @return set of the above
 */
unsigned spelling_alike(struct cg_text *out, const char *name, size_t length);

/** Append a name without the spaces that stand between no two words: `f<int, 3>` is `f<int,3>`. */
void spelling_tight(struct cg_text *out, const char *name, size_t length);

/** @return where the last component of a bare name begins; of a lambda's operator, `{lambda}` */
size_t spelling_last(const char *bare, size_t length);

/** Append the last component of the bare form of a qualified name; of a lambda, `operator()`. */
void spelling_unqualified(struct cg_text *out, const char *name, size_t length);

/** Whether a readable name is a constructor's or destructor's. All variants of one have the same.
 */
bool spelling_is_special(const char *name, size_t length);

/** Append parameter types in a form that is the same for both spellings, where they can be: without
 *  spaces, const, scopes and template arguments. */
void spelling_types(struct cg_text *out, const char *params, size_t length);

/**
 * Whether GCC's readable name of a template instance, with what it says of the template's arguments
 * behind `[with `, has those of a demangled name. GCC leaves out arguments that are the default;
 * those of the standard library are known. True when the demangled name has none.
 *
 * @return 1, 0 or, when memory is out, -1
 */
int spelling_same_instance(const char *readable, const char *demangled);

/** Whether two demangled names have the same template arguments and parameter types; what they are
 *  called may differ. @return as spelling_same_instance */
int spelling_same_types(const char *a, const char *b);

#endif
