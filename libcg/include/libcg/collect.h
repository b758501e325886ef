/*
 * How a plug-in collects metadata from source. Needs libclang's headers, which nothing else of the
 * library does: libcg.pc does not say where these are, libcg_add_plugin (docs/cmake.md) looks for
 * them, and `llvm-config --includedir` tells.
 *
 * Functions of libclang are found in cgcollect when it calls a collector; a plug-in is not to be
 * linked with libclang itself. Other tools load it too, without libclang, so it must be linked
 * lazily (-Wl,-z,lazy), not be compiled with -fno-plt, and only call libclang's functions, never
 * take their addresses.
 *
 * cgcollect loads plug-ins once and reads each source in a process of its own that is forked
 * afterwards: a collector that crashes, exits or hangs costs that source, and what it keeps in
 * static data is of one source.
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
    const char *name; /**< as in cg_metadata_kind.collector; stays the first member */
    /**
     * Look at a function: once at the first declaration that is seen and once at its definition,
     * which may be one and the same. Asked are functions the source names: those that are defined,
     * called, overridden or whose address is taken, and instances of templates that it uses.
     *
     * @param out        receives the JSON text of the value; nothing appended means no value. What
     *                   the definition gives replaces what the declaration gave
     * @param function   its declaration or definition
     * @param definition which of the two
     * @param error      never NULL; to be filled on failure: status and text
     * @return CG_OK, or a failure, on which the file counts as partial and the message is told. So
     *         it is when the text is no JSON
     */
    int (*collect)(struct cg_text *out, CXCursor function, bool definition, struct cg_error *error);
};

#ifdef __cplusplus
}
#endif

#endif
