/*
 * The kinds of metadata that come with the library: their keys, and what their values say.
 *
 * docs/metadata.md tells what each means and how it is collected. Accessors return "none" where
 * there is no value or it has not the shape of its kind.
 */
#ifndef LIBCG_KINDS_H
#define LIBCG_KINDS_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Keys: MetaCG's */
#define CG_KEY_NUM_STATEMENTS "numStatements"
#define CG_KEY_FILE_PROPERTIES "fileProperties"
#define CG_KEY_INLINE_INFO "inlineInfo"
#define CG_KEY_CODE_STATISTICS "codeStatistics"
#define CG_KEY_CONDITIONAL_BRANCHES "numConditionalBranches"
#define CG_KEY_NUM_OPERATIONS "numOperations"
#define CG_KEY_LOOP_DEPTH "loopDepth"
#define CG_KEY_LOOP_CALL_DEPTH "loopCallDepth"
#define CG_KEY_GLOBAL_LOOP_DEPTH "globalLoopDepth"
#define CG_KEY_MALLOC_COLLECTOR "mallocCollector"
#define CG_KEY_UNIQUE_TYPES "uniqueTypeMetaData"
#define CG_KEY_ESTIMATE_CALL_COUNT "estimateCallCount"

/* Keys: ours */
#define CG_KEY_SOURCE_RANGE "sourceRange"
#define CG_KEY_SIGNATURE "signature"
#define CG_KEY_PARAMETERS "parameters"
#define CG_KEY_RESULT_TYPE "resultType"
#define CG_KEY_STACK_SIZE "stackSize"
#define CG_KEY_CYCLOMATIC_COMPLEXITY "cyclomaticComplexity"
#define CG_KEY_ATTRIBUTES "attributes"
#define CG_KEY_RECURSION "recursion"
#define CG_KEY_DEFINED_IN "definedIn"

/** Register every kind that comes with the library. @return as cg_registry_add */
CG_API int cg_registry_add_builtin(struct cg_registry *registry, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
