/*
 * Sites as facts: shared by graph_facts.c, site.c, fact_sites.c and fact_sites_decode.c.
 */
#ifndef GRAPH_FACT_SITES_H
#define GRAPH_FACT_SITES_H

#include "graph/graph_facts.h"

/** The key of a member in files. */
struct site_key {
    const char *quoted; /**< as all writers write it: "\"line\":" */
    uint8_t length;     /**< of `quoted` */
    bool is_number;
};

/** By member, without SITE_OTHER. */
extern const struct site_key site_keys[SITE_OTHER];

/** As fact_decode. */
int fact_sites_decode(uint32_t *out, struct cg_graph *graph, const struct cg_value *text,
                      struct cg_error *error);

/** As fact_encode. */
void fact_sites_encode(struct cg_text *out, const struct cg_pool *pool, uint32_t value);

/** As fact_move. */
uint32_t fact_sites_move(struct fact_move *move, uint32_t value);

/** As fact_unite. */
uint32_t fact_sites_unite(struct cg_graph *graph, uint32_t a, uint32_t b);

/** The sites that are not in a file, a string of the graph. @return the value, of no sites perhaps;
 *  CG_NO_STRING when memory is exhausted */
uint32_t fact_sites_elsewhere(struct cg_graph *graph, uint32_t value, uint32_t file);

/** Sort sites and remove duplicates. @return the number left */
size_t fact_sites_sort(const struct cg_pool *pool, struct fact_site *sites, size_t count);

/** Store a site, without members that have the default value: the kind "direct", no loops. @return
 *  false when memory is exhausted */
bool fact_site_store(struct fact_site *out, struct cg_graph *graph,
                     const struct site_members *members);

/** Whether a text consists of unknown members, in the form of struct cg_site. */
bool fact_site_is_other(const char *text);

/* Of graph_facts.c */

/** The string of a JSON string, CG_NO_STRING when memory is exhausted. */
uint32_t fact_intern_string(struct cg_graph *graph, const struct cg_value *string);

/** Order of two strings by their bytes; CG_NO_STRING comes first. */
int fact_compare_strings(const struct cg_pool *pool, uint32_t a, uint32_t b);

/** Memory for a moved value and its mark; NULL when memory is exhausted. */
uint32_t *fact_move_scratch(struct fact_move *move, size_t bytes);

/** Move a string; CG_NO_STRING stays that. @return false when memory is exhausted */
bool fact_move_string(struct fact_move *move, uint32_t *string);

#endif
