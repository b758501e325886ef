/*
 * `export -f html`: one HTML file that shows a graph. The page, in the folder page/ of the project,
 * reads columns: arrays of numbers and tables of texts, each deflated, in base64, in a script
 * element that browsers do not run.
 */
#ifndef CGQUERY_VERBS_EXPORT_PAGE_PAGE_H
#define CGQUERY_VERBS_EXPORT_PAGE_PAGE_H

#include "verbs/export/export.h"

#include <libcg/profile.h>

/** A page being written. */
struct page {
    struct exporting *x;
    GHashTable *texts;  /**< number by text, from 1 on */
    GString *all_texts; /**< in order of numbers, each ended by a zero */
    GString *facts;     /**< members of the JSON object about the graph, each after a comma */
    int status;         /**< the first failure; nothing is written after it */
    struct cg_error *error;
};

/* page_columns.c: what goes into the file. A column is an array of numbers in the fewest bytes that
 * hold its largest, lowest bytes first, or a table of texts. */

/** Write a column. */
void page_numbers(struct page *page, const char *name, const uint32_t *numbers, size_t count);

/** The same for an array of uint32_t, which it releases. */
void page_number_array(struct page *page, const char *name, GArray *numbers);

/** Write a column of double, NaN where there is none. */
void page_reals(struct page *page, const char *name, const double *reals, size_t count);

/** Write texts, each ended by a zero. */
void page_texts(struct page *page, const char *name, const char *texts, size_t length);

/** @return the number of a text in the table that all columns share; 0 for NULL. */
uint32_t page_text(struct page *page, const char *text);

/** @return a number that is small if b is near a. */
uint32_t page_zigzag(uint32_t a, uint32_t b);

/** Say something about the graph: a number, a truth value or a text. */
void page_fact_number(struct page *page, const char *key, double number);
void page_fact_text(struct page *page, const char *key, const char *text);

/** @return the number in the page of a function of the whole graph, + 1; 0: it is not there. */
uint32_t page_function(const struct page *page, cg_node node);

/** Fail because of what the user asked. */
void page_refuse(struct page *page, const char *text);

/* The parts, in the order of the file */

/** Names, places, kinds, and what is known of each function. */
void page_write_functions(struct page *page);
/** Unresolved calls, and where addresses are taken. */
void page_write_unresolved_calls(struct page *page);
/** Calls with their sites. */
void page_write_calls(struct page *page);
/** What decides whether one function can reach another. */
void page_write_reach(struct page *page);
/** Metadata that are numbers, and the rest as JSON. */
void page_write_metadata(struct page *page);
/** The run of --profile: its tree of call contexts, and how its calls compare with the graph. */
void page_write_profile(struct page *page);
/** What functions cost at each location of a run, if there are several and the formats say it.
 *  @param metrics names (const char *), in the order of the page
 *  @param pieces  whether the run has calls, not paths */
void page_write_locations(struct page *page, const struct cg_profile *run, GPtrArray *metrics,
                          bool pieces);
/** The sources below the directory of --source, and the template of --link. */
void page_write_source(struct page *page);
/** What changed since the graph of --diff. */
void page_write_changes(struct page *page);
/** The rules of --rules, and the calls that break them. */
void page_write_rules(struct page *page);

/** A column being made: numbers. Release with g_array_unref. */
static inline GArray *page_column(void)
{
    return g_array_new(FALSE, FALSE, sizeof(uint32_t));
}

static inline void page_append(GArray *numbers, uint32_t number)
{
    g_array_append_val(numbers, number);
}

#endif
