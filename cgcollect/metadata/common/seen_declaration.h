/*
 * What metadata kinds look at. Only kinds that look need libclang, so all other files know the
 * struct by name alone.
 */
#ifndef CGCOLLECT_METADATA_COMMON_SEEN_DECLARATION_H
#define CGCOLLECT_METADATA_COMMON_SEEN_DECLARATION_H

#include <clang-c/Index.h>
#include <stdbool.h>

/** A declaration of a function. */
struct seen_declaration {
    CXCursor cursor;
    bool defines; /**< it is the definition, else the first declaration */
    bool system;  /**< it is in a header of a library */
};

#endif
