/*
 * Metadata as jansson trees, https://jansson.readthedocs.io. This is the only header that needs
 * jansson's, so libcg.h does not include it: include it separately and link with jansson. value.h
 * reads values without jansson.
 */
#ifndef LIBCG_JSON_H
#define LIBCG_JSON_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#include <jansson.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A value as a JSON tree.
 *
 * @param out receives a new reference, or NULL if there is no such value
 * @return CG_OK, CG_E_FORMAT (jansson refuses the text) or CG_E_MEMORY
 */
CG_API int cg_metadata_json(json_t **out, const struct cg_graph *graph, enum cg_place place,
                            uint32_t number, const char *key, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
