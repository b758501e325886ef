/*
 * Where the use of a macro ends in the source.
 */
#ifndef CGCOLLECT_SOURCE_MACRO_USE_H
#define CGCOLLECT_SOURCE_MACRO_USE_H

#include <clang-c/Index.h>

/** A use that was looked at: all that a macro makes is at one place, so it is asked for again. */
struct macro_use {
    CXFile file;
    unsigned begin; /**< offset of the macro's name, */
    unsigned end;   /**< and of what is behind its arguments */
};

/**
 * Where a range ends. What ends in an argument of a macro ends where the macro's use does; libclang
 * has its end where that begins.
 *
 * @param last what was looked at last; zero at first
 * @return the location behind the last character. Cost: linear in the use of a macro if it ends in
 *         an argument of one other than the last.
 */
CXSourceLocation macro_range_end(CXTranslationUnit tu, CXSourceRange range, struct macro_use *last);

#endif
