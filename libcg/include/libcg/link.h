/*
 * Closing unresolved calls: what cgmerge does once all parts of a program are merged.
 *
 * Calls through function pointers are resolved from the pointer facts that cgcollect wrote
 * (docs/pointer-facts.md), virtual calls over the class hierarchy, callbacks of libraries from
 * summaries of what library functions do with the functions they are handed.
 */
#ifndef LIBCG_LINK_H
#define LIBCG_LINK_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Metadata of nodes that are defined and of the graph: see docs/pointer-facts.md. Gone after
 *  cg_graph_link. */
#define CG_KEY_POINTER_FACTS "pointerFacts"
/** Metadata of nodes and of the graph: virtual tables of classes, and who makes objects of them.
 *  Gone after cg_graph_link. */
#define CG_KEY_CLASSES "classes"
/** Metadata of a node of a linked graph. `true`: code that was not collected may call it, besides
 *  the calls that are edges (CG_EDGE_CALLBACK). `false`: it may not, and all functions of such
 *  edges call it while they run, or in threads of their own. Without it, what is handed to one
 *  library function another may call later. */
#define CG_KEY_ESCAPES "escapes"
/** Metadata of a function without a body in a linked graph. `true`: of the program it calls only
 *  the functions a call passes to it, which are edges of the caller (CG_EDGE_CALLBACK). It calls
 *  nothing by name, nor a function the library kept earlier, as exit does. `false`: it may call
 *  more. */
#define CG_KEY_CALLS_ONLY_ARGUMENTS "callsOnlyArguments"
/** Metadata of a virtual method of a graph linked with CG_VIRTUAL_RTA, `true`: nothing that is
 * reached makes objects of a class that has it in its virtual table. */
#define CG_KEY_NEVER_INSTANTIATED "neverInstantiated"
/** Metadata of a node of a linked graph, sites as in `unresolvedCalls`: those that were closed, all
 * whose callees are now edges. */
#define CG_KEY_RESOLVED_CALLS "resolvedCalls"
/** Metadata of a linked graph: an object that says how it was linked. */
#define CG_KEY_LINKED "linked"
/** Metadata of a linked graph: the causes that keep most calls through pointers open, an array of
 *  at most 20 objects {"cause": NAME, "only": N, "reason": one of CG_UNKNOWN_..., "sites": N}:
 *  the calls that the cause keeps open, and those of them that it alone does. A function has its
 *  linkage name there; "others" stands for what is not kept apart. */
#define CG_KEY_UNRESOLVED_CAUSES "unresolvedCauses"

/** Key of what is known of calls of parameters, on edges (docs/architecture.md): of a call of
 *  nothing but what its function is handed as some parameters, which those are; of a call by name,
 *  what it hands over as such. */
#define CG_KEY_CONTEXT "context"

/* Words for why what a pointer holds is not known (member "unknown" of an unresolved call), in the
 * order in which they are listed when there are several. */

/** Code that was not collected may write there, gave it, or has subclasses of the receiver's class.
 */
#define CG_UNKNOWN_NOT_COLLECTED "code not collected"
#define CG_UNKNOWN_LIBRARY "library result"
#define CG_UNKNOWN_DLSYM "dlsym"
#define CG_UNKNOWN_INTEGER "integer"
#define CG_UNKNOWN_ASSEMBLY "inline assembly"
/** Functions were converted to the type of the call that cannot work under it. */
#define CG_UNKNOWN_TYPE "incompatible type"
/** Nothing is known of what the pointer holds, or of the class. */
#define CG_UNKNOWN_NO_FACTS "no facts"

/** What library functions do with what they are handed. The format of the text is told at the top
 *  of libcg/data/library.summaries, which is installed as share/libcg/library.summaries. */
struct cg_summaries;

/** Make the summaries that come with the library: C, POSIX, C++ runtime. Release with
 *  cg_summaries_free. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_summaries_new(struct cg_summaries **out, struct cg_error *error);

/** Read more summaries from a text file; they replace those of the same functions.
 *  A name replaces that name, a pattern that pattern. When it fails, the summaries are as before.
 *  @return CG_OK, CG_E_IO, CG_E_FORMAT, CG_E_LIMIT (these two with a place) or CG_E_MEMORY. */
CG_API int cg_summaries_read(struct cg_summaries *summaries, const char *path,
                             struct cg_error *error);

/** Release summaries. NULL is allowed. */
CG_API void cg_summaries_free(struct cg_summaries *summaries);

/** How virtual calls are resolved. */
enum cg_virtual_mode {
    CG_VIRTUAL_RTA, /**< rapid type analysis: of all classes of the receiver's type those that what
                       is reached from the entry constructs (D. Bacon, P. Sweeney, OOPSLA 1996), of
                         calls in functions that nothing reaches all */
    CG_VIRTUAL_CHA, /**< class hierarchy analysis: all of them (J. Dean, D. Grove, C. Chambers,
                         ECOOP 1995) */
};

/** Whether code beyond the graph may call the program's functions by name. */
enum cg_world {
    CG_WORLD_AUTO,   /**< a program if there is an entry point or a `main`, else a library */
    CG_WORLD_CLOSED, /**< only what the graph says is not collected */
    CG_WORLD_OPEN,   /**< anything may call whatever is not internal */
};

/* What a user may promise of code that was not collected. Linking cannot see whether a promise is
 * kept: answers from such a graph hold only if it is. */

/** "no-loaded-code": code that is loaded while the program runs (dlopen) neither calls the program,
 *  but for the functions it is handed, nor accesses its records, and dlsym finds nothing of it. */
#define CG_PROMISE_NO_LOADED_CODE 1u
/** "no-foreign-code": functions and variables that the program declares and no file defines are a
 *  library's, which calls nothing of the program but what it is handed. */
#define CG_PROMISE_NO_FOREIGN_CODE 2u
/** "typed-calls": no call passes other arguments than the function that it calls takes, and no
 *  function gets to a library as an integer or as bytes. */
#define CG_PROMISE_TYPED_CALLS 4u
/** "library-data": what a library gives as a pointer without a type (`void *`), or writes to memory
 *  without a declared type, is no function, but for what dlsym finds. */
#define CG_PROMISE_LIBRARY_DATA 8u

/** @return the name of the promise 1u << bit, NULL when there is none. */
CG_API const char *cg_promise_name(unsigned bit);

/** @return what the promise 1u << bit says, as a sentence without its full stop, NULL when there is
 *  none. */
CG_API const char *cg_promise_text(unsigned bit);

/** Read the names of promises.
 *  @param promised receives the set of CG_PROMISE_...; those in it stay; unchanged on failure
 *  @param list     names, separated by commas
 *  @return CG_OK or CG_E_ARGUMENT, which lists the names there are. */
CG_API int cg_promises_parse(unsigned *promised, const char *list, struct cg_error *error);

/** How a graph was linked (CG_KEY_LINKED). */
struct cg_linked {
    bool linked;         /**< false: it was not, and the rest says nothing */
    enum cg_world world; /**< CG_WORLD_OPEN also where it is not said */
    bool virtual_resolved;
    enum cg_virtual_mode virtual_mode; /**< of virtual_resolved */
    bool foreign_code; /**< code that was not collected, but a system library's, may name functions
                        */
    unsigned promised; /**< set of CG_PROMISE_... */
};

/** Tell how a graph was linked. O(kinds of the graph). */
CG_API void cg_graph_linked(struct cg_linked *out, const struct cg_graph *graph);

/** Options of linking. Initialise with CG_LINK_OPTIONS_INIT. */
struct cg_link_options {
    const struct cg_summaries *summaries; /**< NULL: those that come with the library */
    enum cg_virtual_mode virtual_mode;
    enum cg_world world;
    bool types; /**< add functions of a compatible type whose address is taken as candidates to
                     the calls that stay open */
    unsigned promised; /**< set of CG_PROMISE_... */
};
#define CG_LINK_OPTIONS_INIT {NULL, CG_VIRTUAL_RTA, CG_WORLD_AUTO, false, 0}

/** What linking did. */
struct cg_link_report {
    uint64_t facts;          /**< pointer facts read */
    uint64_t pointer_sites;  /**< calls through pointers */
    uint64_t pointer_closed; /**< of them, those that are closed */
    uint64_t virtual_sites;
    uint64_t virtual_closed;
    uint64_t targets;           /**< callees over all sites, of either sort */
    uint32_t most_targets;      /**< of one site */
    uint64_t edges;             /**< edges added */
    uint32_t foreign_functions; /**< that the program declares, uses and nowhere defines: whoever
                                     defines them may call what is not internal */
    cg_node foreign_function;   /**< one of them, the least by name; CG_NONE: there are none */
    uint32_t foreign_variables; /**< likewise, of a type that leads to functions */
    cg_node loader;             /**< a function that loads code, as dlopen; CG_NONE: none */
};

/**
 * Close what can be closed of the unresolved calls of a whole program.
 *
 * Each call through a pointer gets an edge (CG_EDGE_POINTER) to everything that the facts let flow
 * there; it is closed when all of that is known, else it stays in `unresolvedCalls` and its
 * "unknown" says why. Each virtual call gets edges (CG_EDGE_VIRTUAL) to the overrides its receiver
 * may have. Functions that library functions call back get edges (CG_EDGE_CALLBACK) whose sites
 * name the library function ("through"). A graph without facts is left as it is, but for what is
 * said of it.
 *
 * @param graph   an unfrozen graph
 * @param options may be NULL
 * @param report  may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. Near-linear in the facts in
 *         practice.
 */
CG_API int cg_graph_link(struct cg_graph *graph, const struct cg_link_options *options,
                         struct cg_link_report *report, struct cg_error *error);

/**
 * Undo what linking said, but for the edges it added: before a linked graph is merged with others,
 * whose code may give its calls more callees. Closed calls are open again; nothing escapes; what
 * cg_graph_derive sets is gone. Its pointer facts are gone, so linking the result knows little of
 * it.
 *
 * @return CG_OK, CG_E_FORMAT or CG_E_MEMORY. O(nodes + closed calls).
 */
CG_API int cg_graph_unlink(struct cg_graph *graph, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
