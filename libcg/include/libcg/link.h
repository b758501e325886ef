/*
 * Linking: resolves unresolved calls. cgmerge links once all parts of a program are merged.
 *
 * Calls through function pointers are resolved from the pointer facts that cgcollect writes
 * (docs/pointer-facts.md), virtual calls over the class hierarchy, and callbacks of libraries from
 * summaries of what library functions do with the functions passed to them.
 */
#ifndef LIBCG_LINK_H
#define LIBCG_LINK_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Metadata of defined nodes and of the graph: see docs/pointer-facts.md. cg_graph_link removes
 *  it. */
#define CG_KEY_POINTER_FACTS "pointerFacts"
/** Metadata of nodes and of the graph: virtual tables of classes, and the functions that
 *  instantiate them. cg_graph_link removes it. */
#define CG_KEY_CLASSES "classes"
/** Metadata of a node of a linked graph. `true`: uncollected code may call it, in addition to the
 *  calls that are edges (CG_EDGE_CALLBACK). `false`: it may not, and every library function of such
 *  an edge calls it only while it runs, or in a thread of its own. Absent: a function passed to one
 *  library function may be called later by another. */
#define CG_KEY_ESCAPES "escapes"
/** Metadata of a node of a linked graph that does not escape, `true`: its address reaches calls
 *  under a type that is incompatible with its own (CG_UNKNOWN_TYPE). They are unresolved, and may
 *  call it. */
#define CG_KEY_MISTYPED "mistyped"
/** Metadata of a node of a linked graph without CG_KEY_ESCAPES, `true`: of the library functions
 *  that may call it later, none has CG_KEY_RUNTIME. */
#define CG_KEY_CONFINED "confined"
/** Metadata of a function without a body in a linked graph, `true`: it belongs to the C library or
 *  the runtime of a language, and calls back no function that is CG_KEY_CONFINED. Only where
 *  summaries say of all libraries that the program calls what they leave with runtimes. */
#define CG_KEY_RUNTIME "runtime"
/** Metadata of a node of a linked graph without CG_KEY_ESCAPES, `true`: the library functions that
 *  may call it later do so when the program or a thread ends. */
#define CG_KEY_AT_EXIT "atExit"
/** Metadata of a function without a body in a linked graph, `true`: it calls back no function that
 *  is CG_KEY_AT_EXIT, since it ends neither the program as exit does nor a thread. */
#define CG_KEY_EXITLESS "exitless"
/** Metadata of a function without a body in a linked graph. `true`: the only functions of the
 *  program that it calls are those passed to it, which are edges of the caller (CG_EDGE_CALLBACK).
 *  It calls nothing by name, nor a function the library kept earlier, as exit does. `false`: it may
 *  call more. */
#define CG_KEY_CALLS_ONLY_ARGUMENTS "callsOnlyArguments"
/** Metadata of a function without a body in a linked graph, `true`: it runs code that has no graph,
 *  such as that of a file that it loads, which may call by name what the program exports. */
#define CG_KEY_LOADS_CODE "loadsCode"
/** Metadata of a function without a body in a linked graph, `true`: no summary describes it, so it
 *  may do anything with what it gets. */
#define CG_KEY_UNDESCRIBED "undescribed"
/** Metadata of a virtual method of a graph linked with CG_VIRTUAL_RTA, `true`: no reachable code
 *  instantiates a class that has it in its virtual table. */
#define CG_KEY_NEVER_INSTANTIATED "neverInstantiated"
/** Metadata of a node of a linked graph, sites as in `unresolvedCalls`: the resolved ones, all of
 *  whose callees are now edges. */
#define CG_KEY_RESOLVED_CALLS "resolvedCalls"
/** Metadata of a linked graph: an object that describes how it was linked. */
#define CG_KEY_LINKED "linked"
/** Metadata of a linked graph: the causes that leave most calls through pointers unresolved, an
 *  array of at most 20 objects {"cause": NAME, "only": N, "reason": one of CG_UNKNOWN_..., "sites":
 *  N}. "sites" counts the calls that the cause leaves unresolved, "only" those for which it is the
 *  only cause. A function has its linkage name; "others" means causes that are not listed
 *  separately. */
#define CG_KEY_UNRESOLVED_CAUSES "unresolvedCauses"

/** Key of the contexts of an edge (docs/decisions/0005-answers.md). For a call of functions
 * received as parameters only: which parameters these are. For a call by name: what it passes as
 * such parameters. */
#define CG_KEY_CONTEXT "context"

/* Reasons why the value of a pointer is unknown (member "unknown" of an unresolved call), in the
 * order in which several are listed. */

/** Uncollected code may write there, returned it, or has subclasses of the receiver's class. */
#define CG_UNKNOWN_NOT_COLLECTED "code not collected"
#define CG_UNKNOWN_LIBRARY "library result"
#define CG_UNKNOWN_DLSYM "dlsym"
#define CG_UNKNOWN_INTEGER "integer"
#define CG_UNKNOWN_ASSEMBLY "inline assembly"
/** Functions were converted to the type of the call, with which they cannot work; or the pointer
 * only points to data, which then is code. */
#define CG_UNKNOWN_TYPE "incompatible type"
/** Nothing is known of the pointer's value, or of the class. */
#define CG_UNKNOWN_NO_FACTS "no facts"
/** The call may call so many functions that it gets no edges: see `most_edges` of the options. All
 *  of them escape, so whatever follows an unresolved call finds them. */
#define CG_UNKNOWN_CROWD "too many callees"
/** No function was seen to be stored where the call finds its pointer, nor anything that is
 *  unknown. Its edges are all functions of its type whose address is taken. */
#define CG_UNKNOWN_UNSEEN "no value seen"

/** Summaries: what library functions do with their arguments. The top of
 *  libcg/data/library.summaries, installed as share/libcg/library.summaries, documents the
 *  format. */
struct cg_summaries;

/** Make the summaries that come with the library: C, POSIX, the runtimes of languages, and the
 *  libraries in libcg/data/summaries/, installed as share/libcg/summaries/. Release with
 *  cg_summaries_free. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_summaries_new(struct cg_summaries **out, struct cg_error *error);

/** Read more summaries from a text file. They replace existing ones of the same function name, or
 *  of the same pattern. On failure the summaries are unchanged.
 *  @return CG_OK, CG_E_IO, CG_E_FORMAT, CG_E_LIMIT (these two with a place) or CG_E_MEMORY. */
CG_API int cg_summaries_read(struct cg_summaries *summaries, const char *path,
                             struct cg_error *error);

/** Release summaries. NULL is allowed. */
CG_API void cg_summaries_free(struct cg_summaries *summaries);

/** How virtual calls are resolved. */
enum cg_virtual_mode {
    CG_VIRTUAL_RTA, /**< rapid type analysis: the classes of the receiver's type that code reached
                       from the entry point constructs (D. Bacon, P. Sweeney, OOPSLA 1996); for
                       calls in unreached functions all classes */
    CG_VIRTUAL_CHA, /**< class hierarchy analysis: all classes of the receiver's type (J. Dean, D.
                       Grove, C. Chambers, ECOOP 1995) */
};

/** Whether uncollected code may call the program's functions by name. */
enum cg_world {
    CG_WORLD_AUTO,   /**< closed if there is an entry point or a `main`, else open */
    CG_WORLD_CLOSED, /**< only functions that the graph marks as not collected */
    CG_WORLD_OPEN,   /**< any code may call any function that is exported or, if it is unknown
                        which are, not internal */
};

/* Promises of the user about uncollected code. Linking cannot verify them: answers from such a
 * graph hold only if the promises do. */

/** "no-loaded-code": code loaded at run time (dlopen) calls only those functions of the program
 *  that are passed to it and does not access its records, and dlsym finds nothing of the program.
 */
#define CG_PROMISE_NO_LOADED_CODE 1u
/** "no-foreign-code": functions and variables that the program declares and no file defines belong
 *  to a library, which calls only those functions of the program that are passed to it. */
#define CG_PROMISE_NO_FOREIGN_CODE 2u
/** "typed-calls": every call passes arguments that its callee takes, and no function reaches a
 *  library as an integer or as bytes. In C++ functions are called under their own type, or one to
 *  which a cast in the source leads (docs/pointer-facts.md). */
#define CG_PROMISE_TYPED_CALLS 4u
/** "library-data": a library returns no function as an untyped pointer (`void *`) and writes none
 *  to memory without a declared type; dlsym is the exception. */
#define CG_PROMISE_LIBRARY_DATA 8u

/** "loaded-code-collected": code loaded at run time is in the graph, or belongs to a library as in
 *  "no-loaded-code". A call of what dlsym finds leads to functions of exactly its type in the
 *  graph; to a library only if there are none. */
#define CG_PROMISE_LOADED_CODE_COLLECTED 16u

/** @return the name of the promise 1u << bit, NULL if there is none. */
CG_API const char *cg_promise_name(unsigned bit);

/** @return the text of the promise 1u << bit, a sentence without its full stop, NULL if there is
 *          none. */
CG_API const char *cg_promise_text(unsigned bit);

/**
 * Parse a list of promises.
 * @param promised set of CG_PROMISE_...; the named promises are added; unchanged on failure
 * @param list     names, separated by commas
 * @return CG_OK or CG_E_ARGUMENT, whose text lists the valid names.
 */
CG_API int cg_promises_parse(unsigned *promised, const char *list, struct cg_error *error);

/** How a graph was linked (CG_KEY_LINKED): a set of these. Without CG_LINKED it is empty. */
#define CG_LINKED 1u           /**< it was linked */
#define CG_LINKED_PROGRAM 2u   /**< as a whole program (CG_WORLD_CLOSED) */
#define CG_LINKED_CHA 4u       /**< virtual calls are resolved by the class hierarchy */
#define CG_LINKED_RTA 8u       /**< virtual calls are resolved by rapid type analysis */
#define CG_LINKED_ALL_CODE 16u /**< no uncollected code but a system library's calls by name */
#define CG_LINKED_VARIABLES                                                                        \
    32u /**< uncollected code of the program defines variables that may hold                       \
           functions */
#define CG_LINKED_NAMED                                                                            \
    64u /**< there is uncollected code, and each function with a body that                         \
           it may call by name has `escapes` */

/** @return how a graph was linked, a set of CG_LINKED...; other bits may be added. O(1), but for
 * the length of CG_KEY_LINKED. */
CG_API unsigned cg_graph_linked(const struct cg_graph *graph);

/** @return what its linking took as promised, a set of CG_PROMISE_...; as cg_graph_linked. */
CG_API unsigned cg_graph_promised(const struct cg_graph *graph);

/** Options of linking. Initialise with CG_LINK_OPTIONS_INIT. */
struct cg_link_options {
    unsigned version;                     /**< CG_LINK_OPTIONS_VERSION */
    const struct cg_summaries *summaries; /**< NULL: those that come with the library */
    enum cg_virtual_mode virtual_mode;
    enum cg_world world;
    bool types; /**< add functions of a compatible type whose address is taken as candidates to
                   calls that stay unresolved */
    unsigned promised;   /**< set of CG_PROMISE_... */
    uint64_t most_edges; /**< calls through pointers times their callees that become edges, and
                            virtual calls times theirs; where there are more, the calls with the
                            most callees stay unresolved (CG_UNKNOWN_CROWD). CG_FOUND_EDGES_AUTO:
                            CG_LIMIT_FOUND_EDGES, or as many as the graph has before if those
                            are more */
    /** Whether other files find a function or variable by its linkage name, as the dynamic symbol
     *  tables of the program and its libraries say: code loaded at run time, dlsym, libraries.
     *  NULL: unknown, so they find all that is neither internal nor hidden. */
    bool (*is_exported)(void *symbols, const char *name);
    /** Whether uncollected code that was linked into the program refers to a linkage name, as the
     *  symbol tables of its objects say. NULL: unknown, so it may refer to any. */
    bool (*is_referenced)(void *symbols, const char *name);
    void *symbols; /**< passed to both */
};
#define CG_LINK_OPTIONS_VERSION 3u
#define CG_LINK_OPTIONS_INIT                                                                       \
    {CG_LINK_OPTIONS_VERSION, NULL, CG_VIRTUAL_RTA, CG_WORLD_AUTO, false, 0,                       \
     CG_FOUND_EDGES_AUTO,     NULL, NULL,           NULL}

/** The default of `most_edges`: what linking adds is in proportion to the graph. */
#define CG_FOUND_EDGES_AUTO UINT64_MAX
/** As many may always be added: 8 million, about 1 GB of output. */
#define CG_LIMIT_FOUND_EDGES ((uint64_t)1 << 23)

/** What linking did. Its functions take O(1). */
struct cg_link_report;

/** What a report counts. Later versions of the library add counts at the end. */
enum cg_link_count {
    CG_LINK_FACTS,             /**< pointer facts read */
    CG_LINK_POINTER_CALLS,     /**< calls through pointers */
    CG_LINK_POINTER_RESOLVED,  /**< the resolved ones */
    CG_LINK_VIRTUAL_CALLS,     /**< virtual calls */
    CG_LINK_VIRTUAL_RESOLVED,  /**< the resolved ones */
    CG_LINK_CALLEES,           /**< callees over all calls, of either kind */
    CG_LINK_MOST_CALLEES,      /**< of one call */
    CG_LINK_EDGES,             /**< edges added */
    CG_LINK_FOREIGN_FUNCTIONS, /**< functions that the program declares and uses but does not
                                  define: whoever defines them may call any function that is not
                                  internal */
    CG_LINK_FOREIGN_VARIABLES, /**< likewise variables, of a type that leads to functions */
    CG_LINK_CROWDED_CALLS,     /**< calls that stay unresolved with CG_UNKNOWN_CROWD */
    CG_LINK_CROWDED_EDGES,     /**< edges that they would have */
    CG_LINK_CROWDED_MOST,      /**< callees of the one with the most */
    CG_LINK_CROWDED_LEAST,     /**< callees of the one with the fewest */
};

/** @return one of the counts; 0 if this library does not have it. */
CG_API uint64_t cg_link_report_count(const struct cg_link_report *report, enum cg_link_count what);

/** @return the first of CG_LINK_FOREIGN_FUNCTIONS by name; CG_NONE: there is none. */
CG_API cg_node cg_link_report_foreign_function(const struct cg_link_report *report);

/** @return a function that loads code, such as dlopen; CG_NONE: there is none. */
CG_API cg_node cg_link_report_loader(const struct cg_link_report *report);

/** @param line receives the line of the call of CG_LINK_CROWDED_CALLS with the most callees
 *  @return the function that has it; CG_NONE: there is none, or it is not in a function */
CG_API cg_node cg_link_report_crowded_caller(const struct cg_link_report *report, uint32_t *line);

/**
 * Resolve the unresolved calls of a whole program as far as possible.
 *
 * Each call through a pointer gets an edge (CG_EDGE_POINTER) to every function that the facts let
 * flow there. If these are all, the call is resolved; else it stays in `unresolvedCalls` and its
 * "unknown" gives the reason. Each virtual call gets edges (CG_EDGE_VIRTUAL) to the overrides of
 * the classes that its receiver may have. Functions that library functions call back get edges
 * (CG_EDGE_CALLBACK) whose sites name the library function ("through"). A graph without facts only
 * gets the metadata that describe linking.
 *
 * @param graph   an unfrozen graph
 * @param options may be NULL
 * @param report  NULL, or receives what was done, to release with cg_link_report_free; NULL on
 *                failure
 * @return CG_OK, CG_E_STATE, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. Near-linear in the facts in
 *         practice.
 */
CG_API int cg_graph_link(struct cg_graph *graph, const struct cg_link_options *options,
                         struct cg_link_report **report, struct cg_error *error);

/** Release a report. NULL is allowed. */
CG_API void cg_link_report_free(struct cg_link_report *report);

/**
 * Check what linking reads of a graph: pointer facts and classes. Whoever merges graphs that are
 * linked later can so refuse at once what linking would refuse, and name its file.
 *
 * @param graph an unfrozen graph; it may be changed, so it should not be needed any more
 * @return CG_OK, CG_E_STATE, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. Linear in the facts.
 */
CG_API int cg_graph_check_link(struct cg_graph *graph, struct cg_error *error);

/**
 * Undo linking, except for the edges it added: use it before a linked graph is merged with others,
 * whose code may give its calls more callees. Resolved calls become unresolved again, and `escapes`
 * and the values of cg_graph_derive are removed. The pointer facts are gone already, so linking the
 * result resolves little.
 *
 * @return CG_OK, CG_E_FORMAT or CG_E_MEMORY. O(nodes + resolved calls).
 */
CG_API int cg_graph_unlink(struct cg_graph *graph, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
