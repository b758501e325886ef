/*
 * Metrics of bodies from the source: struct unit_body and its regions.
 *
 * docs/metadata.md defines what counts. Each body is traversed once. Functions made from templates
 * share the body of their template; lambdas and blocks have bodies of their own.
 */
#ifndef CGCOLLECT_AST_MEASURE_MEASURE_H
#define CGCOLLECT_AST_MEASURE_MEASURE_H

#include "ast/base/ast_context.h"

struct measure;

/** @return the state that measures the bodies of a translation unit, NULL if no wanted kind of
 *  metadata needs it; release with measure_free. */
struct measure *measure_new(struct ast *ast);

/** NULL is allowed. */
void measure_free(struct measure *measure);

/**
 * Measure the body of a function's definition, if any, and assign it to the function. Cost: linear
 * in the size of the body, once for all instances of a template.
 */
void measure_function(struct measure *measure, struct unit_function *function, CXCursor definition);

/** Measure functions that the compiler emitted and that have no body yet: templates, and inline
 *  functions of system headers. Visits every declaration, but no other bodies. */
void measure_templates(struct measure *measure);

#endif
