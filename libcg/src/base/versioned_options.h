/*
 * Taking over option structs of callers that were compiled with another release of the headers.
 */
#ifndef BASE_VERSIONED_OPTIONS_H
#define BASE_VERSIONED_OPTIONS_H

#include <libcg/common.h>

/**
 * Copy a caller's options over the defaults. A caller of an older version has a shorter struct:
 * what it lacks keeps its default, and nothing behind its end is read.
 *
 * @param own   this library's struct, as its _INIT macro sets it: the first member, an unsigned, is
 *              the newest version
 * @param given the caller's struct, which begins with its version; NULL leaves the defaults
 * @param type  name of the struct, for messages
 * @param sizes for version 1 up to the newest: where its members end, that is, the offset of the
 *              first member the next version added; of the newest the size of the struct
 * @return CG_OK or CG_E_ARGUMENT (a version that this library does not know)
 */
int options_take(void *own, const void *given, const char *type, const size_t *sizes,
                 struct cg_error *error);

/** options_take for a struct of which there has been one version. */
#define OPTIONS_TAKE(own, given, type, error)                                                      \
    options_take(own, given, #type, (const size_t[]){sizeof(struct type)}, error)

#endif
