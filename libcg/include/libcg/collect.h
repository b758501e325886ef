/*
 * How a plug-in collects metadata from source. This is the only header that needs libclang's
 * headers. libcg.pc does not know where they are: libcg_add_plugin (docs/cmake.md) looks for them,
 * and `llvm-config --includedir` prints the place.
 *
 * Do not link a plug-in with libclang: cgcollect provides its functions when it calls a collector.
 * Other tools load the plug-in too, without libclang. So link it lazily (-Wl,-z,lazy), do not
 * compile it with -fno-plt, and only call libclang's functions: never take their addresses.
 *
 * cgcollect loads plug-ins once, then forks a process for each source. A collector that crashes,
 * exits or hangs loses that source only, and its static data is private to that source.
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
     * Look at a function: once at the first declaration seen and once at its definition, which may
     * be the same. cgcollect calls this for the functions that the source names: those that are
     * defined, called or overridden, or whose address is taken, and the template instances that it
     * uses.
     *
     * @param out        receives the JSON text of the value; append nothing for no value. The value
     *                   of the definition replaces that of the declaration
     * @param function   its declaration or definition
     * @param definition which of the two
     * @param error      never NULL; on failure, fill status and text
     * @return CG_OK, or a failure: the file then counts as partial and the message is printed. Text
     *         that is not JSON is a failure too
     */
    int (*collect)(struct cg_text *out, CXCursor function, bool definition, struct cg_error *error);
};

#ifdef __cplusplus
}
#endif

#endif
