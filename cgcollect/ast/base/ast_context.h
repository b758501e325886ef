/*
 * What the parts of ast/ share while one translation unit is looked at.
 *
 * One way: parse.c -> toplevel.c -> walk.c and what it goes through (walk.h) -> facts/ (flow.h) ->
 * functions.c -> measure/ (measure.h), names.c, linkage.c, declared.c -> written.c -> attributes.c,
 * lines.c, location.c.
 */
#ifndef CGCOLLECT_AST_CONTEXT_H
#define CGCOLLECT_AST_CONTEXT_H

#include <clang-c/Index.h>

#include "ast/ast.h"

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

struct flow;
struct measure;

/** One translation unit being looked at. */
struct ast {
    struct unit *unit;
    const struct ast_input *input;
    CXTranslationUnit tu;
    bool cplusplus;
    bool gnu_inline;         /**< GNU89 meaning of `inline` */
    struct flow *flow;       /**< pointer facts being read, in C; else NULL */
    struct measure *measure; /**< counts what is in bodies; NULL: nobody wants to know */
    bool has_errors;
    bool marked_all;      /**< every function holds an error */
    GHashTable *table;    /**< struct ast_function by canonical cursor */
    GHashTable *files;    /**< names by CXFile */
    GHashTable *contents; /**< GBytes by CXFile: those that were read */
    GHashTable *written;  /**< struct ast_written by first declaration: of functions not in table */
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

/* names.c */

/**
 * Linkage name of a function.
 *
 * @param raw receives libclang's name when another is right, else NULL; a string of the unit
 * @return a string of the unit, or NULL when it has none (it depends on template parameters)
 */
const char *ast_linkage_name(struct ast *ast, CXCursor function, const char **raw);

/** Number a lambda within the function around it, so that its operator() has a name. */
void ast_number_lambda(struct ast *ast, unit_id around, CXCursor lambda);

/** @return the linkage name of a function outside functions, given its identifier in C. */
const char *ast_name_of_identifier(struct ast *ast, const char *identifier);

/* functions.c */

/** @return whether a cursor declares a function of any sort. */
bool ast_is_function(enum CXCursorKind kind);

/**
 * The function a declaration declares, added to the unit if it is new.
 *
 * @param seen_at where it was referred to: a declaration there is an implicit one
 * @return borrowed, or NULL when it has no linkage name
 */
struct ast_function *ast_function(struct ast *ast, CXCursor declaration, CXSourceLocation seen_at);

/** Note that a definition was seen; its origin and linkage are those that count. */
void ast_define(struct ast *ast, struct ast_function *function, CXCursor definition);

/** @return the function that runs the global initialisers of the translation unit. */
unit_id ast_initialiser(struct ast *ast);

/* linkage.c */

/** @return linkage of a function, as the compiler would emit it. */
enum cg_linkage ast_linkage(struct ast *ast, CXCursor declaration);

/** @return linkage of a function in C++: libclang takes for internal whatever has to do with a
 * lambda, but those in functions that other files may have too are theirs as well. Their names
 * tell. */
enum cg_linkage ast_named_linkage(enum cg_linkage linkage, const char *name);

/** Look at a declaration that is no definition for what it says of an inline function. */
void ast_redeclared(struct ast *ast, CXCursor declaration);

/* attributes.c */

/** @return whether a declaration, but of a template, carries any attribute. */
bool ast_has_attributes(CXCursor declaration);

/** @return whether a declaration carries attributes libclang has no cursor kind for. */
bool ast_has_plain_attributes(CXCursor declaration);

/** @return whether a declaration may be an alias, ifunc or weakref, seen cheaply. */
bool ast_may_be_alias(struct ast *ast, CXCursor declaration);

/** @return a declaration as clang prints it, without body; release with g_free. */
char *ast_printed(CXCursor declaration);

/** The same with the body of a function; macros are expanded in it. */
char *ast_printed_whole(CXCursor declaration);

/** @return whether attribute `word` is among those of a printed declaration. */
bool ast_printed_attribute(const char *printed, const char *word);

/** @return the argument of attribute `word` in a printed declaration, or NULL; quotes removed;
 *  release with g_free. */
char *ast_attribute_argument(const char *printed, const char *word);

/** @return the section a variable is put into by name, or NULL; release with g_free. */
char *ast_section(CXCursor variable);

/* written.c */

/** Release what is in ast.written; fits GDestroyNotify. */
void ast_written_free(void *written);

/* declared.c */

/** Note the attributes of a function and whether it is marked inline, as a declaration, the first
 *  one and those handed to ast_declared_again say. */
void ast_declared(struct ast *ast, unit_id function, CXCursor declaration);

/** Note the same of what functions are made of, or nothing refers to: a template or function, by
 * its definition. */
void ast_declared_template(struct ast *ast, struct unit_declared *out, CXCursor definition);

/** Look at a declaration that neither defines nor need be the first, nor the one that is referred
 *  to. */
void ast_declared_again(struct ast *ast, CXCursor declaration);

/* builtins.c */

/** What a compiler builtin comes to. */
struct ast_builtin {
    const char *callee; /**< the library function it calls, or NULL */
    bool unevaluated;   /**< it does not evaluate its arguments */
};

/** @return whether a name is a compiler builtin's, and what it comes to. */
bool ast_builtin(struct ast_builtin *out, const char *name);

/* assembly.c */

/** @return whether an inline assembly statement, somewhere in a body, may call or jump elsewhere.
 */
bool ast_assembly_may_call(struct ast *ast, CXCursor body, CXCursor statement);

/** Keep what assembly outside functions says, if a declaration is that. */
void ast_note_assembly(struct ast *ast, CXCursor declaration);

/** Mark the functions that assembly outside functions names: it may call them. */
void ast_mark_assembly(struct ast *ast);

/* classes.c */

/** Record what a virtual method overrides. */
void ast_overrides(struct ast *ast, CXCursor method);

/** @return whether calls of a method are bound statically because it, or its class, is final. */
bool ast_is_final(CXCursor method);

/** @return whether a type is a class whose copies, destruction or construction may call. */
bool ast_is_managed(CXType type);

/** @return a type less the arrays around it, canonical. */
CXType ast_element_type(CXType type);

/** @return whether a member has an initialiser of its own, which constructors then evaluate. */
bool ast_has_default(CXCursor field);

/** Note where a record of the program's is defined. */
void ast_note_record(struct ast *ast, CXCursor record);

/* trivial.c */

/** @return whether a function is a constructor or destructor that does nothing, as far as can be
 *  told: of instances of templates with bases it cannot. */
bool ast_is_trivial(CXCursor function);

/** @return the destructor that is written in the class of objects of a type, null if none is. */
CXCursor ast_written_destructor(CXType type);

/* toplevel.c */

/** Look at everything the translation unit declares. */
void ast_visit_unit(struct ast *ast);

/* pragmas.c */

/** Look through all files for pragmas that matter. */
void ast_read_pragmas(struct ast *ast);

/** @return what a declaration that stands in `#pragma weak name = target` is an alias of, or NULL;
 *  release with g_free. */
char *ast_weak_pragma_target(struct ast *ast, CXCursor declaration);

/** Mark the functions whose pragmas may call. */
void ast_mark_pragmas(struct ast *ast);

/* diagnostics.c */

/** Count the errors of a parse and keep the first. */
void ast_count_errors(struct ast *ast, struct ast_report *report);

/** Mark the functions that hold errors. */
void ast_mark_errors(struct ast *ast);

#endif
