/*
 * Places in source: call sites, unresolved calls, places where an address is taken.
 *
 * They are metadata, arrays of objects:
 *
 *     callSites on an edge    {"column":5,"file":"a.c","line":3}, "kind" when it is not "direct",
 *                             "through" of callbacks: the library function, "loops": how many
 *                             loops of the caller are around it, when there are any
 *     unresolvedCalls on a node     the same, with "reason" and, for calls, "type"; of virtual
 * calls also "receiver" and "slot", when they are known; in a linked graph "unknown" says what of a
 * pointer is not known addressTaken on a node  places alone: where its address is taken outlined on
 * a node      places alone: what the compiler made functions of their own out of this one (regions
 * of OpenMP)
 *
 * A definition always carries `unresolvedCalls`, if only `[]`: then all its calls are known. A node
 * without it comes from a tool that does not say.
 */
#ifndef LIBCG_SITE_H
#define LIBCG_SITE_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CG_KEY_CALL_SITES "callSites"
#define CG_KEY_UNRESOLVED_CALLS "unresolvedCalls"
#define CG_KEY_ADDRESS_TAKEN "addressTaken"
#define CG_KEY_OUTLINED "outlined"

/* Words for why a call is open. The last three are of collecting from source alone: a compiler
 * knows those calls, see cg_graph_settle_unresolved_calls. */
#define CG_OPEN_POINTER "pointer"
#define CG_OPEN_VIRTUAL "virtual" /**< the static target is known, not its overrides */
/** A library function ("through") calls what it was handed, which is not all known. */
#define CG_UNRESOLVED_CALLBACK "callback"
#define CG_OPEN_ASSEMBLY "inline assembly"
#define CG_OPEN_COROUTINE "coroutine" /**< resumes or destroys what a handle is of */
#define CG_OPEN_ERROR "parse error"
#define CG_OPEN_CLEANUP "cleanup"
#define CG_OPEN_PRAGMA "pragma"     /**< in a clause of an OpenMP pragma */
#define CG_OPEN_IMPLICIT "implicit" /**< C++ that the source hides: destructors, ... */
/** In a function that the file's compiler does not emit, since nothing there uses it; see
 *  cg_graph_settle_unresolved_calls. */
#define CG_OPEN_UNEMITTED "not emitted"

/** A place in source. Strings are NULL when the place does not have them. */
struct cg_site {
    const char *file;
    uint32_t line;
    uint32_t column;
    const char *kind;   /**< of `callSites`: name of an enum cg_edge_kind */
    const char *type;   /**< of `unresolvedCalls`: type of what is called */
    const char *reason; /**< of `unresolvedCalls`: why the callee is not known */
    /** Of `unresolvedCalls`: linkage name of the type info name of the class whose virtual table
     * the call goes through, such as "_ZTS1A"; "NAME|FILE" of classes that are internal to a file.
     */
    const char *receiver;
    /** Index in that table, counted from its address point; says nothing without receiver. */
    uint32_t slot;
    /** Of `unresolvedCalls` of a linked graph: why what the pointer holds is not known, words
     * CG_UNKNOWN_... of link.h, separated by ", ". */
    const char *unknown;
    /** Of `callSites` of kind "callback", of `unresolvedCalls` for the reason "callback": linkage
     * name of the library function that calls. */
    const char *through;
    /** Of calls: how many loops of their function are around them; 0: none, or not known. */
    uint32_t loops;
    const char *other; /**< members that nobody knows: JSON text as in an object, without braces */
};

/** The sites of a kind at a place. Their strings are borrowed from the graph, until others are
 * merged into it. */
struct cg_site_list;

/**
 * Read the sites of a kind at a place; none there gives an empty list. A receiver without its slot
 * is unknown.
 *
 * @param out    receives a list to release with cg_site_list_free
 * @param number node or edge, as the kind has it
 * @param key    one of those above
 * @return CG_OK, CG_E_ARGUMENT (no key of sites) or CG_E_MEMORY. O(sites + kinds there).
 */
CG_API int cg_sites_read(struct cg_site_list **out, const struct cg_graph *graph, uint32_t number,
                         const char *key, struct cg_error *error);

/** @return how many sites of a kind there are at a place; 0 also for other keys. O(kinds there). */
CG_API size_t cg_site_count(const struct cg_graph *graph, uint32_t number, const char *key);

/** @return how many sites a list has. */
CG_API size_t cg_site_list_count(const struct cg_site_list *list);

/** @return site number i, borrowed from the list. */
CG_API const struct cg_site *cg_site_list_at(const struct cg_site_list *list, size_t i);

/** Release a list. NULL is allowed. */
CG_API void cg_site_list_free(struct cg_site_list *list);

/**
 * Set the sites of a kind at a place, replacing those there. They are sorted by file, line, column
 * and repetitions dropped; sites that differ in anything are two.
 *
 * @return CG_OK, CG_E_ARGUMENT or CG_E_MEMORY. O(n log n).
 */
CG_API int cg_sites_write(struct cg_graph *graph, uint32_t number, const char *key,
                          const struct cg_site *sites, size_t count, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
