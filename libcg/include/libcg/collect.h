/*
 * How a plug-in collects metadata from source. Needs libclang's headers, which nothing else of the
 * library does.
 *
 * Functions of libclang are found in cgcollect when it calls a collector; a plug-in is not to be
 * linked with libclang itself, and must be linked lazily (-Wl,-z,lazy), as other tools load it too.
 */
#ifndef LIBCG_COLLECT_H
#define LIBCG_COLLECT_H

#include <clang-c/Index.h>

#include <libcg/common.h>
#include <libcg/metadata.h>
#include <libcg/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Collects one kind of metadata of nodes. */
struct cg_collector {
    const char *name; /**< as in cg_metadata_kind.collector */
    /**
     * Look at a function: once at the first declaration that is seen and once at its definition.
     *
     * @param out        receives the JSON text of the value; nothing appended means no value. What
     *                   the definition gives replaces what the declaration gave
     * @param function   its declaration or definition
     * @param definition which of the two
     * @return CG_OK, or a failure, on which the file counts as partial and the message is told
     */
    int (*collect)(struct cg_text *out, CXCursor function, bool definition, struct cg_error *error);
};

#ifdef __cplusplus
}
#endif

#endif
