/*
 * The classes of a merged program: which virtual tables there are and what each entry calls, from
 * metadata CG_KEY_CLASSES.
 */
#ifndef CLASSES_HIERARCHY_H
#define CLASSES_HIERARCHY_H

#include <libcg/graph.h>

#include <stdbool.h>
#include <stddef.h>

struct hierarchy;

/**
 * Read the hierarchy of a graph; one without classes gives an empty hierarchy. Release with
 * hierarchy_free.
 *
 * A class may have subclasses outside the graph, or methods there, unless it is internal to a file:
 * when a system header declares it; when its own virtual table is not in the graph, unless one that
 * it has as a base under construction has only functions with bodies; when a function
 * that makes objects of it also makes objects of a class whose table is not in the graph, which may
 * be a subclass.
 *
 * @param library as may then all that are not internal: code outside the graph knows the program's
 *                classes
 * @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(length of the metadata + edges)
 * expected.
 */
int hierarchy_new(struct hierarchy **out, const struct cg_graph *graph, bool library,
                  struct cg_error *error);

/** NULL is allowed. */
void hierarchy_free(struct hierarchy *hierarchy);

/** @return `library`, as it was given. */
bool hierarchy_is_library(const struct hierarchy *hierarchy);

/** What a virtual call may call. */
struct hierarchy_targets {
    const cg_node *nodes; /**< borrowed, sorted, without repetition */
    size_t count;
    bool closed;    /**< there are no others: no code outside the graph can have a subclass */
    bool told;      /**< others are functions of such code; else nobody can tell what they are */
    bool by_class;  /**< there are others only if objects of other classes are made outside: the
                         class is not one of libraries alone, which make objects of it themselves */
    bool derived;   /**< of a class of the system: tables serve as one of it */
    bool of_system; /**< a system header declares the class, and its own table is elsewhere; all
                         others are of libraries */
};

/**
 * Look up a virtual call: in each table that serves as one of the receiver's, the entry at `slot`
 * from its address point on. A class that a system header declares and of which no table is there
 * has no subclass in the graph: the call goes to functions of a library. O(1) expected when asked
 * again, else O(tables of the class).
 *
 * @param out      what it holds is gone after hierarchy_restrict
 * @param receiver type info name of the static receiver ("_ZTS1A"), or of the type of a pointer to
 * a virtual member ("_ZTSM1AFvvE.virtual")
 * @param slot     entry of its virtual table, from the address point; 0 of pointers to members
 * @return false when nothing is known of that class: then nothing is known of the call
 */
bool hierarchy_find(struct hierarchy_targets *out, struct hierarchy *hierarchy,
                    const char *receiver, uint32_t slot);

/**
 * Look up what pointers to the virtual members at an entry may call, whatever their class: the
 * entry at `slot` of each table, from each of its address points on. O(1) expected when asked
 * again, else O(tables).
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

/** Rapid type analysis: from now on only classes count whose tables functions of `reached` (an
 *  array over all nodes) install, and those that code outside the graph may make. NULL: all count
 *  again. O(classes). */
void hierarchy_restrict(struct hierarchy *hierarchy, const bool *reached);

/** The methods of classes that count which code outside the graph may call, since it knows the
 *  class, or a base, they are in a table of. In ascending order; borrowed until
 *  hierarchy_restrict. O(1). */
const cg_node *hierarchy_exposed(const struct hierarchy *hierarchy, size_t *count);

/** Of types that are kept, libraries call methods only where their functions are said to.
 *  @param is_kept asked once for each type, by its type info name. O(types + entries). */
void hierarchy_keep(struct hierarchy *hierarchy,
                    bool (*is_kept)(const void *data, const char *type), const void *data);

/** What is said of a table whose methods code outside the graph may call only if it gets an object
 *  of the class: of each function that makes such objects (`makes`; CG_NONE: they are data), and of
 *  each method. @return CG_OK, or a status that ends it */
typedef int hierarchy_seen(void *data, uint32_t table, cg_node node, bool makes,
                           struct cg_error *error);

/** Tell of such tables: those of classes that system headers define altogether, so that libraries
 *  and the program have each their own subclasses, and those that are kept. Table by table, none if
 * the graph is a library's. O(classes + entries). */
int hierarchy_visit_shared(const struct hierarchy *hierarchy, hierarchy_seen *seen, void *data,
                           struct cg_error *error);

/** Which methods are in virtual tables, but in none that counts. @param out array over all nodes
 *  O(entries of the tables). */
void hierarchy_never_instantiated(bool *out, const struct hierarchy *hierarchy);

/** From now on, until hierarchy_restrict is given NULL, all methods of classes that count are
 *  exposed: something calls functions that nobody can name. O(classes). */
void hierarchy_expose_all(struct hierarchy *hierarchy);

#endif
