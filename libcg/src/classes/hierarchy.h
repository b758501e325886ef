/*
 * The class hierarchy of a merged program: its virtual tables and the functions in their entries,
 * from metadata CG_KEY_CLASSES.
 */
#ifndef CLASSES_HIERARCHY_H
#define CLASSES_HIERARCHY_H

#include <libcg/graph.h>

#include <stdbool.h>
#include <stddef.h>

struct hierarchy;

/**
 * Read the hierarchy of a graph; without classes it is empty. Release with hierarchy_free.
 *
 * A class that is not internal to a file may have subclasses or methods in uncollected code: if a
 * system header declares it; if its own virtual table is not in the graph, unless one that it has
 * as a base under construction has only functions with bodies; if a function that instantiates it
 * also instantiates a class whose table is not in the graph, which may be a subclass.
 *
 * @param library if set, so may all classes that are not internal: uncollected code knows them
 * @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(length of the metadata + edges)
 *         expected.
 */
int hierarchy_new(struct hierarchy **out, const struct cg_graph *graph, bool library,
                  struct cg_error *error);

/** NULL is allowed. */
void hierarchy_free(struct hierarchy *hierarchy);

/** @return the parameter `library` of hierarchy_new. */
bool hierarchy_is_library(const struct hierarchy *hierarchy);

/** The callees of a virtual call. */
struct hierarchy_targets {
    const cg_node *nodes; /**< borrowed, sorted, without duplicates */
    size_t count;
    bool complete; /**< there are no others: no uncollected code can have a subclass */
    bool
        only_uncollected; /**< all others are functions of such code; else the others are unknown */
    bool by_class;  /**< there are others only if uncollected code instantiates other classes: the
                       class is not one of libraries only, which instantiate it themselves */
    bool derived;   /**< of a system class: some tables serve as its table */
    bool of_system; /**< a system header declares the class, and its own table is elsewhere; all
                       others belong to libraries */
    bool in_header; /**< a system header defines the class completely: libraries have tables, too */
};

/**
 * Look up a virtual call: in each table that serves as one of the receiver's, the entry at `slot`
 * from its address point on. A class that a system header declares, without any table, has no
 * subclass in the graph: the call goes to functions of a library. O(1) expected when repeated, else
 * O(tables of the class).
 *
 * @param out      valid until hierarchy_restrict
 * @param receiver type info name of the static receiver ("_ZTS1A"), or of the type of a pointer to
 *                 a virtual member ("_ZTSM1AFvvE.virtual")
 * @param slot     entry of its virtual table, from the address point; 0 for pointers to members
 * @return false if the class is unknown: then nothing is known of the call
 */
bool hierarchy_find(struct hierarchy_targets *out, struct hierarchy *hierarchy,
                    const char *receiver, uint32_t slot);

/**
 * Whether the class that a type of pointers to members belongs to has virtual functions, and all
 * classes derived from it are in the graph: then so are all virtual members that such a pointer can
 * point to, of whatever class it was converted from. False for names that are odd or very long.
 * O(length of the name) expected.
 *
 * @param receiver as for hierarchy_find
 */
bool hierarchy_has_derived(const struct hierarchy *hierarchy, const char *receiver);

/**
 * Look up what pointers to the virtual members at an entry may call, whatever their class: the
 * entry at `slot` of each table, from each of its address points on. O(1) expected when repeated,
 * else O(tables).
 *
 * @return CG_OK or CG_E_MEMORY
 */
int hierarchy_find_anywhere(struct hierarchy_targets *out, struct hierarchy *hierarchy,
                            uint32_t slot, struct cg_error *error);

/** Called for each function in a table. */
typedef int hierarchy_visit(void *data, cg_node function, struct cg_error *error);

/** Visit the functions in the tables of a name. @return CG_OK or what `visit` returns. */
int hierarchy_visit_table(const struct hierarchy *hierarchy, const char *table,
                          hierarchy_visit *visit, void *data, struct cg_error *error);

/** Rapid type analysis: from now on only those classes count whose tables functions of `reached`
 *  (by node) install, and those that uncollected code may instantiate. NULL: all count again.
 *  O(classes). */
void hierarchy_restrict(struct hierarchy *hierarchy, const bool *reached);

/** The methods of classes that count which uncollected code may call because it knows the class, or
 *  a base, in whose table they are. In ascending order; borrowed until hierarchy_restrict. O(1). */
const cg_node *hierarchy_exposed(const struct hierarchy *hierarchy, size_t *count);

/** For types that `is_kept` selects, libraries call methods only where the summaries of their
 *  functions specify it.
 *  @param is_kept called once for each type with its type info name. O(types + entries). */
void hierarchy_keep(struct hierarchy *hierarchy,
                    bool (*is_kept)(const void *data, const char *type), const void *data);

/** Called for a table whose methods uncollected code may call only if it receives an object of the
 *  class: for each function that makes such objects (`makes`; CG_NONE: they are data), and for each
 *  method. @return CG_OK, or a status that ends the visit */
typedef int hierarchy_seen(void *data, uint32_t table, cg_node node, bool makes,
                           struct cg_error *error);

/** Visit these tables: those of classes that system headers define completely, so that libraries
 *  and the program each have their own subclasses, and those of kept types. Table by table; none if
 *  the graph is a library's. O(classes + entries). */
int hierarchy_visit_shared(const struct hierarchy *hierarchy, hierarchy_seen *seen, void *data,
                           struct cg_error *error);

/** Find the methods that are in virtual tables, but in none that counts. @param out by node.
 *  O(entries of the tables). */
void hierarchy_never_instantiated(bool *out, const struct hierarchy *hierarchy);

/** Until hierarchy_restrict(NULL), all methods of classes that count are exposed: some call may
 *  call any function. O(classes). */
void hierarchy_expose_all(struct hierarchy *hierarchy);

#endif
