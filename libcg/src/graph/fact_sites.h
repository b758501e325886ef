/*
 * Sites as facts: what facts.c needs of them.
 */
#ifndef GRAPH_FACT_SITES_H
#define GRAPH_FACT_SITES_H

#include "graph/facts.h"

int fact_sites_decode(uint32_t *out, struct cg_graph *graph, const struct cg_value *text,
                      struct cg_error *error);
void fact_sites_encode(struct cg_text *out, const struct cg_pool *pool, uint32_t value);
uint32_t fact_sites_move(struct fact_move *move, uint32_t value);
uint32_t fact_sites_unite(struct cg_graph *graph, uint32_t a, uint32_t b);

/** Sort sites, and drop those that are there twice. @return how many are left */
size_t fact_sites_sort(const struct cg_pool *pool, struct fact_site *sites, size_t count);

/** Give a site what it has beyond its place. @return false when memory is out */
bool fact_site_set_more(struct fact_site *site, struct cg_pool *pool,
                        const struct fact_site_more *more);

/** Whether a text is members that nobody knows, as struct cg_site has them. */
bool fact_site_is_other(const char *text);

/* Of facts.c */

/** The string of a JSON string, CG_NO_STRING when memory is out. */
uint32_t fact_intern_string(struct cg_graph *graph, const struct cg_value *string);

/** Order of two strings by their bytes; CG_NO_STRING comes first. */
int fact_compare_strings(const struct cg_pool *pool, uint32_t a, uint32_t b);

/** Memory for a value that is moved, and its mark; NULL when it is out. */
uint32_t *fact_move_scratch(struct fact_move *move, size_t bytes);

/** A string that is moved; CG_NO_STRING stays that. */
uint32_t fact_move_string(struct fact_move *move, uint32_t string);

#endif
