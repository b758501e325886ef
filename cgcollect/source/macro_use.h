/*
 * Finds where the use of a macro ends in the source, and which use makes a definition.
 */
#ifndef CGCOLLECT_SOURCE_MACRO_USE_H
#define CGCOLLECT_SOURCE_MACRO_USE_H

#include <clang-c/Index.h>

/** A cached macro use: all that a macro makes has one place, so callers ask for the same use
 *  again. */
struct macro_use {
    CXFile file;
    unsigned begin; /**< offset of the macro's name, */
    unsigned end;   /**< and of the end of its arguments */
};

/**
 * The end of a range. A range that ends in a macro argument ends with the macro use; libclang
 * reports the begin of the use instead.
 *
 * @param last the last use found; zero at first
 * @return the location after the last character. Cost: linear in the use of a macro if it ends in
 *         an argument of one other than the last.
 */
CXSourceLocation macro_range_end(CXTranslationUnit tu, CXSourceRange range, struct macro_use *last);

/**
 * Find the macro use that makes a definition: all of it from the name to its end lies in the
 * expansion, and the body is not an argument. Of nested uses it is the outermost.
 *
 * @param line receives the line of the use
 * @return the macro's name, to be released with g_free; NULL if the definition is written out.
 *         Cost: linear in the use.
 */
char *macro_making(CXCursor definition, unsigned *line);

#endif
