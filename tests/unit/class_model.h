/*
 * Random programs of classes, to test what is concluded from their virtual tables: a model with
 * slow, obvious answers, and the same as a graph.
 */
#ifndef TESTS_CLASS_MODEL_H
#define TESTS_CLASS_MODEL_H

#include "support.h"

#define CLASSES 9
#define METHODS 5

/** One class. Bases have lower numbers. */
struct model_class {
    bool bases[CLASSES];   /**< direct and indirect */
    int primary;           /**< the base whose table begins this one's, -1: none */
    bool defines[METHODS]; /**< methods it overrides or introduces */
    bool pure[METHODS];    /**< of them, those without a function */
    int slots[METHODS];    /**< methods in the order of the table */
    int slot_count;
    bool is_system;
    bool is_internal;
    bool has_table;
};

/** A program: its classes, and constructors that install their tables. */
struct class_model {
    struct model_class classes[CLASSES];
    bool library;
};

struct class_model random_classes(struct random *random);

/** The class whose function a class has for a method; -1: it has none. */
int model_overrider(const struct class_model *model, int class, int method);

/** Whether a class can be used where another is expected. */
bool model_is_a(const struct class_model *model, int class, int base);

/** Whether code outside may have subclasses of a class. */
bool model_is_open(const struct class_model *model, int class);

/** A graph with a node for each method and constructor, and metadata "classes". */
struct cg_graph *model_graph(const struct class_model *model);

/** Nodes of the graph. */
cg_node model_method(int class, int method);
cg_node model_constructor(int class);
#define MODEL_NODES (CLASSES * (METHODS + 1))

/** Type info name of a class; overwritten by the next call. */
const char *model_type(const struct class_model *model, int class);

/** Bases of primary bases, from the class itself on, that share one address point.
 *  @return how many */
int model_chain(const struct class_model *model, int class, int chain[CLASSES]);

#endif
