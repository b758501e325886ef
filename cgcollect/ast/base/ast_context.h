/*
 * The state that the parts of ast/ share for one translation unit, and functions for places in its
 * files.
 *
 * The folders of ast/ depend on each other in one direction: ast/ (parsing, code outside functions)
 * -> walk/ (bodies) -> facts/ (pointer facts, in C), measure/ (metrics of bodies) -> declarations/
 * (functions, names, linkage, attributes) -> base/ (places, text, expressions, the tree of a
 * definition).
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
    unit_id builtin;  /**< the name of the builtin itself; UNIT_NONE if it is none or not wanted */
    bool unevaluated; /**< a builtin that does not evaluate its arguments */
    bool copies;      /**< a builtin that copies bytes */
    bool visited;     /**< its definition was walked */
    CXCursor body;    /**< that definition */
    bool exported;    /**< C: some declaration makes an inline function external */
    const char *raw;  /**< libclang's name for it, where that is wrong (lambdas), else NULL */
};

/** The extent of a definition, to find the function that contains an error. */
struct ast_extent {
    unit_id function;
    CXFile file;
    unsigned begin;
    unsigned end;
};

/** An OpenMP pragma with clauses that may call. */
struct ast_pragma {
    CXFile file;
    unsigned offset;
};

/** The lines of a file up to the next directive that renumbers them. */
struct ast_stretch {
    uint32_t first;          /**< the first line in the file, */
    struct unit_place place; /**< and its number according to the directive before it */
};

/** What assembly may name. */
struct ast_assembly {
    char *text;
    struct unit_place place;
};

struct ast_facts;
struct ast_tree;
struct finding;
struct measure;

/** One translation unit being processed. */
struct ast {
    struct unit *unit;
    const struct ast_input *input;
    CXTranslationUnit tu;
    bool cplusplus;
    bool gnu_inline;         /**< GNU89 meaning of `inline` */
    struct ast_facts *facts; /**< pointer facts, in C; else NULL */
    struct ast_tree *tree;   /**< tree of the current definition, in C; NULL until needed */
    struct finding *finding; /**< finds uses; NULL when they are not wanted */
    struct measure *measure; /**< measures bodies; NULL when no kind needs it */
    bool has_errors;
    bool marked_all;        /**< every function counts as holding an error */
    GHashTable *table;      /**< struct ast_function by canonical cursor */
    GHashTable *files;      /**< names by CXFile */
    GHashTable *contents;   /**< GBytes by CXFile: the files read so far */
    GHashTable *attributes; /**< struct ast_attributes by first declaration, for functions not in
                               the table */
    GHashTable *found_as_system; /**< whether files were found as system headers, by CXFile */
    GHashTable *included;        /**< CXSourceLocation by CXFile; NULL until needed */
    GHashTable *presumed;        /**< set of CXFile: files with `#line` directives */
    GHashTable
        *stretches; /**< for those: GArray of struct ast_stretch by CXFile; made when needed */
    CXFile last_file;
    const char *last_name;
    GArray *extents;      /**< of struct ast_extent, if there are errors or OpenMP */
    bool openmp;          /**< OpenMP is enabled */
    bool openmp_pragmas;  /**< the file has OpenMP pragmas */
    bool cleanups;        /**< some variables have cleanup functions */
    bool renames;         /**< some pragma renames functions */
    bool weak_pragmas;    /**< some pragma makes a function weak, or an alias */
    GHashTable *weak;     /**< set of identifiers that a pragma makes weak */
    GArray *pragmas;      /**< of struct ast_pragma */
    GHashTable *renamed;  /**< linkage names by identifier, where they differ; NULL until needed */
    GArray *assembly;     /**< of struct ast_assembly */
    GArray *pending;      /**< of CXCursor: referenced functions whose definitions are still to be
                               found */
    GHashTable *compiled; /**< the compiler's names with numbers; NULL until needed */
    GHashTable *lambdas;  /**< C++: number of lambdas so far, by linkage name of the enclosing
                               function */
    GHashTable *closures; /**< C++: number of a lambda, by its class */
    unit_id initialiser;  /**< C++: the function that runs global initialisers, or UNIT_NONE */
};

/* location.c */

/** @return the place where a location expands, after `#line`. */
struct unit_place ast_place(struct ast *ast, CXSourceLocation location);

/** @return the place where a location expands, ignoring `#line`.
 *  @param file receives its file, NULL if it has none */
struct unit_place ast_place_in_file(struct ast *ast, CXSourceLocation location, CXFile *file);

/** @return the file of a location, ignoring `#line`: generated files share names. */
const char *ast_file(struct ast *ast, CXSourceLocation location);

/** @return the name of a file, as ast_file has it. */
const char *ast_file_name(struct ast *ast, CXFile file);

/** @return the place of a cursor. */
struct unit_place ast_cursor_place(struct ast *ast, CXCursor cursor);

/** @return the text of a file, ending in a null character, or NULL if it cannot be read;
 *  borrowed. */
const char *ast_contents(struct ast *ast, CXFile file, size_t *size);

/** @return the source text from a location on (in a macro: in its definition); borrowed. */
const char *ast_text(struct ast *ast, CXSourceLocation location, size_t *length);

/** @return whether the source text at a location begins with a given text. */
bool ast_text_begins(struct ast *ast, CXSourceLocation location, const char *word);

/* system_headers.c */

/** @return the word behind an option, or behind the option that hands it to clang; NULL: none. */
const char *ast_option_operand(char **word);

/** @return whether a location is in a header of a library: a system header for the compiler, or one
 *  in a directory where libraries are installed, which -I may name (/usr/include/glib-2.0). */
bool ast_in_system(struct ast *ast, CXSourceLocation location);

/** Mark the unit's system headers, of the files that matter. */
void ast_note_system_files(struct ast *ast);

/* line_directives.c */

/** @return the stretches of a file, in order, as array of struct ast_stretch; borrowed. NULL if the
 *  file has no `#line`. */
const GArray *ast_stretches(struct ast *ast, CXFile file);

#endif
