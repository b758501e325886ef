/*
 * Places in source: call sites, unresolved calls, places where an address is taken.
 *
 * They are metadata, arrays of objects:
 *
 *     callSites on an edge      {"column":5,"file":"a.c","line":3}; "kind" if it is not "direct";
 *                               for callbacks "through": the library function; "loops": the
 *                               number of loops of the caller around it, if any
 *     unresolvedCalls on a node the same, with "reason" and, for calls, "type"; for virtual calls
 *                               also "receiver" and "slot", if known; in a linked graph "unknown":
 *                               why a pointer's value is unknown, and "causes": where it comes from
 *     addressTaken on a node    only places: where its address is taken
 *     outlined on a node        only places: code that the compiler turned into functions of its
 *                               own (regions of OpenMP)
 *
 * A definition always has `unresolvedCalls`, even if only `[]`: then all its calls are known. A
 * node without it comes from a tool that does not record them.
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

/* Reasons why a call is unresolved. The last three come from source-only collection: a compiler
 * knows those calls, see cg_graph_settle_unresolved_calls. */
#define CG_OPEN_POINTER "pointer"
#define CG_OPEN_VIRTUAL "virtual" /**< the static target is known, its overrides are not */
/** A library function ("through") calls what is passed to it, which is not fully known. */
#define CG_UNRESOLVED_CALLBACK "callback"
#define CG_OPEN_ASSEMBLY "inline assembly"
#define CG_OPEN_COROUTINE "coroutine" /**< resumes or destroys the coroutine of a handle */
#define CG_OPEN_ERROR "parse error"
#define CG_OPEN_CLEANUP "cleanup"
#define CG_OPEN_PRAGMA "pragma"     /**< in a clause of an OpenMP pragma */
#define CG_OPEN_IMPLICIT "implicit" /**< C++ code not in the source: destructors, ... */
/** In a function that the compiler of its file does not emit, since nothing there uses it; see
 *  cg_graph_settle_unresolved_calls. */
#define CG_OPEN_UNEMITTED "not emitted"

/** Between the names in `causes` of a site. */
#define CG_CAUSES_SEPARATOR "; "

/** A place in source. Strings are NULL where they do not apply. */
struct cg_site {
    const char *file;
    uint32_t line;
    uint32_t column;
    const char *kind;   /**< in `callSites`: name of an enum cg_edge_kind */
    const char *type;   /**< in `unresolvedCalls`: type of the callee */
    const char *reason; /**< in `unresolvedCalls`: why the callee is unknown */
    /** In `unresolvedCalls`: linkage name of the type info name of the class whose virtual table
     *  the call uses, such as "_ZTS1A"; "NAME|FILE" for a class internal to a file. */
    const char *receiver;
    /** Index in that table, counted from its address point; meaningless without receiver. */
    uint32_t slot;
    /** In `unresolvedCalls` of a linked graph: why the pointer's value is unknown, words
     *  CG_UNKNOWN_... of link.h, separated by ", ". */
    const char *unknown;
    /** In `unresolvedCalls` of a linked graph: linkage names of the functions whose results,
     *  conversions or code make the pointer's value unknown, as in `unresolvedCauses` (link.h);
     *  separated by CG_CAUSES_SEPARATOR. Those that leave most calls unresolved come first. If
     * there are many, the last word is "N more". NULL: not known. */
    const char *causes;
    /** In `callSites` of kind "callback" and `unresolvedCalls` with reason "callback": linkage name
     *  of the library function that calls. */
    const char *through;
    /** For calls: number of loops of the function around the call; 0: none, or unknown. */
    uint32_t loops;
    const char *other; /**< unknown members: JSON text as in an object, without braces */
};

/** The sites of one kind at one place. Their strings are borrowed from the graph, until others are
 *  merged into it. */
struct cg_site_list;

/**
 * Read the sites of a kind at a place; if there are none, the list is empty. A receiver without a
 * slot is ignored.
 *
 * @param out    receives a list to release with cg_site_list_free
 * @param number node or edge, depending on the kind
 * @param key    one of those above
 * @return CG_OK, CG_E_ARGUMENT (not a key of sites) or CG_E_MEMORY. O(sites + kinds there).
 */
CG_API int cg_sites_read(struct cg_site_list **out, const struct cg_graph *graph, uint32_t number,
                         const char *key, struct cg_error *error);

/** @return the number of sites of a kind at a place; 0 also for other keys. O(kinds there). */
CG_API size_t cg_site_count(const struct cg_graph *graph, uint32_t number, const char *key);

/** @return the number of sites in a list. */
CG_API size_t cg_site_list_count(const struct cg_site_list *list);

/** @return site number i, borrowed from the list. */
CG_API const struct cg_site *cg_site_list_at(const struct cg_site_list *list, size_t i);

/** Release a list. NULL is allowed. */
CG_API void cg_site_list_free(struct cg_site_list *list);

/**
 * Set the sites of a kind at a place, replacing existing ones. They are sorted by file, line,
 * column, and duplicates are removed; sites that differ in any member are distinct.
 *
 * @return CG_OK, CG_E_ARGUMENT or CG_E_MEMORY. O(n log n).
 */
CG_API int cg_sites_write(struct cg_graph *graph, uint32_t number, const char *key,
                          const struct cg_site *sites, size_t count, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
