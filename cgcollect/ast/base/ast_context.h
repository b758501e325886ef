/*
 * What the parts of ast/ share while one translation unit is looked at, and where things are in its
 * files.
 *
 * The folders of ast/ use each other one way: ast/ (parsing, what stands outside functions) ->
 * walk/ (bodies) -> facts/ (what pointers may point at, in C), measure/ (what is counted) ->
 * declarations/ (functions, names, linkage, attributes) -> base/ (places, text,
 * expressions, what is in a definition).
 */
#ifndef CGCOLLECT_AST_BASE_AST_CONTEXT_H
#define CGCOLLECT_AST_BASE_AST_CONTEXT_H

#include <clang-c/Index.h>

#include "ast/base/ast_input.h"
#include "unit/unit.h"

/** A function the AST refers to. */
struct ast_function {
    CXCursor canonical;
    unit_id id;       /**< UNIT_NONE for builtins that call nothing */
    unit_id builtin;  /**< the builtin it is, by its own name; UNIT_NONE: none, or not wanted */
    bool unevaluated; /**< a builtin that does not evaluate its arguments */
    bool visited;     /**< its definition was */
    CXCursor body;    /**< that definition */
    bool exported;    /**< C: some declaration makes an inline function external */
    const char *raw;  /**< libclang's name for it, where that is wrong (lambdas), else NULL */
};

/** Where a definition extends, to tell which functions hold an error. */
struct ast_extent {
    unit_id function;
    CXFile file;
    unsigned begin;
    unsigned end;
};

/** An OpenMP pragma whose clauses may call. */
struct ast_pragma {
    CXFile file;
    unsigned offset;
};

/** Lines of a file up to the next directive that says otherwise. */
struct ast_stretch {
    uint32_t first;          /**< the first, as lines are in the file, */
    struct unit_place place; /**< and as the directive before it has it */
};

/** Assembly outside functions. */
struct ast_assembly {
    char *text;
    struct unit_place place;
};

struct ast_facts;
struct ast_tree;
struct measure;

/** One translation unit being looked at. */
struct ast {
    struct unit *unit;
    const struct ast_input *input;
    CXTranslationUnit tu;
    bool cplusplus;
    bool gnu_inline;         /**< GNU89 meaning of `inline` */
    struct ast_facts *facts; /**< pointer facts being read, in C; else NULL */
    struct ast_tree *tree;   /**< what is in the present definition, in C; NULL until needed */
    struct measure *measure; /**< counts what is in bodies; NULL: nobody wants to know */
    bool has_errors;
    bool marked_all;      /**< every function holds an error */
    GHashTable *table;    /**< struct ast_function by canonical cursor */
    GHashTable *files;    /**< names by CXFile */
    GHashTable *contents; /**< GBytes by CXFile: those that were read */
    GHashTable
        *attributes; /**< struct ast_attributes by first declaration: of functions not in table */
    GHashTable *presumed; /**< set of CXFile: files that say where their lines are from */
    GHashTable
        *stretches; /**< of those: GArray of struct ast_stretch by CXFile; made when needed */
    CXFile last_file;
    const char *last_name;
    GArray *extents;      /**< of struct ast_extent, if there are errors or OpenMP */
    bool openmp;          /**< OpenMP's pragmas count */
    bool openmp_pragmas;  /**< there are some */
    bool cleanups;        /**< some variables have functions run when their scope ends */
    bool renames;         /**< some pragma gives functions other linkage names */
    bool weak_pragmas;    /**< some pragma makes a function weak, maybe an alias */
    GArray *pragmas;      /**< of struct ast_pragma */
    GHashTable *renamed;  /**< linkage names by identifier, where they differ; NULL until needed */
    GArray *assembly;     /**< of struct ast_assembly: outside functions */
    GArray *pending;      /**< of CXCursor: functions referred to, definitions to be looked for */
    GHashTable *compiled; /**< names of lambdas as the compiler has them; NULL until needed */
    GHashTable *lambdas;  /**< in C++: number of lambdas so far, by linkage name around them */
    GHashTable *closures; /**< in C++: number of a lambda by its class */
    unit_id initialiser;  /**< in C++: the function that runs global initialisers, or UNIT_NONE */
};

/* location.c */

/** @return the place a location expands at, as `#line` has it. */
struct unit_place ast_place(struct ast *ast, CXSourceLocation location);

/** @return the place a location expands at, whatever `#line` says.
 *  @param file receives its file, NULL if it has none */
struct unit_place ast_place_in_file(struct ast *ast, CXSourceLocation location, CXFile *file);

/** @return the file a location is in, whatever `#line` says: files of generators share names. */
const char *ast_file(struct ast *ast, CXSourceLocation location);

/** @return the place of a cursor. */
struct unit_place ast_cursor_place(struct ast *ast, CXCursor cursor);

/** Tell the unit which files are system headers, as far as it matters. */
void ast_note_system_files(struct ast *ast);

/** @return the text of a file, which ends in a null character, or NULL if nobody can read it;
 *  borrowed. */
const char *ast_contents(struct ast *ast, CXFile file, size_t *size);

/** @return what is written from a location on (in a macro: in its definition); borrowed. */
const char *ast_text(struct ast *ast, CXSourceLocation location, size_t *length);

/** @return whether what is written at a location begins so. */
bool ast_text_begins(struct ast *ast, CXSourceLocation location, const char *word);

/* lines.c */

/** @return the stretches of a file, in order, as array of struct ast_stretch; borrowed. NULL if
 *  nothing in it says that its lines are another's. */
const GArray *ast_stretches(struct ast *ast, CXFile file);

#endif
