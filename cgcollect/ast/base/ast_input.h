/*
 * The input of a parse.
 */
#ifndef CGCOLLECT_AST_BASE_AST_INPUT_H
#define CGCOLLECT_AST_BASE_AST_INPUT_H

/** What to parse, and how to write names of files. */
struct ast_input {
    char **argv;           /**< the command line, cleaned for libclang; NULL ends it */
    const char *directory; /**< the compile's current directory */
    const char *file;      /**< absolute path of the main file */
    const char *root;      /**< names files below it relative to it */
};

#endif
