/*
 * Sites as facts: what facts.c and site.c need of fact_sites.c and fact_sites_decode.c.
 */
#ifndef GRAPH_FACT_SITES_H
#define GRAPH_FACT_SITES_H

#include "graph/facts.h"

/** How files call a member. */
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

/** Sort sites, and drop those that are there twice. @return how many are left */
size_t fact_sites_sort(const struct cg_pool *pool, struct fact_site *sites, size_t count);

/** Store a site. What says nothing is left out: the kind "direct", no loops.
 *  @return false when memory is out */
bool fact_site_store(struct fact_site *out, struct cg_graph *graph,
                     const struct site_members *members);

/** Whether a text is members that nobody knows, as struct cg_site has them. */
bool fact_site_is_other(const char *text);

/* Of facts.c */

/** The string of a JSON string, CG_NO_STRING when memory is out. */
uint32_t fact_intern_string(struct cg_graph *graph, const struct cg_value *string);

/** Order of two strings by their bytes; CG_NO_STRING comes first. */
int fact_compare_strings(const struct cg_pool *pool, uint32_t a, uint32_t b);

/** Memory for a value that is moved, and its mark; NULL when it is out. */
uint32_t *fact_move_scratch(struct fact_move *move, size_t bytes);

/** Move a string; CG_NO_STRING stays that. @return false when memory is out */
bool fact_move_string(struct fact_move *move, uint32_t *string);

#endif
