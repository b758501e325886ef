/*
 * What is to be parsed.
 */
#ifndef CGCOLLECT_AST_BASE_AST_INPUT_H
#define CGCOLLECT_AST_BASE_AST_INPUT_H

/** What to parse and how names of files are written. */
struct ast_input {
    char **argv;           /**< the compile's command line, cleaned for libclang; NULL ends it */
    const char *directory; /**< where the compile runs: the current directory */
    const char *file;      /**< absolute path of the main file */
    const char *root;      /**< files below it are named relative to it */
};

#endif
