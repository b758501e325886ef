/*
 * What of bodies is counted, from the source: struct unit_body and its regions.
 *
 * docs/metadata.md defines what counts. Each body is gone through once. Functions that are made of
 * templates share the body of their template; lambdas and blocks have bodies of their own.
 */
#ifndef CGCOLLECT_AST_MEASURE_MEASURE_H
#define CGCOLLECT_AST_MEASURE_MEASURE_H

#include "ast/base/ast_context.h"

struct measure;

/** @return what measures bodies of a translation unit, NULL when the unit is collected for no kind
 *  of metadata that needs it; release it with measure_free. */
struct measure *measure_new(struct ast *ast);

/** NULL is allowed. */
void measure_free(struct measure *measure);

/**
 * Measure the body of a function's definition, if it has one, and give it to the function. Cost:
 * linear in the size of the body, once for all instances of a template.
 */
void measure_function(struct measure *measure, struct unit_function *function, CXCursor definition);

/** Measure what the compiler made functions of and nobody has come by yet: templates, and inline
 *  functions of system headers. Looks at every declaration, and at no bodies but those. */
void measure_templates(struct measure *measure);

#endif
