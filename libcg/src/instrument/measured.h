/*
 * The measurements of a graph as numbers of each function.
 */
#ifndef INSTRUMENT_MEASURED_H
#define INSTRUMENT_MEASURED_H

#include <libcg/graph.h>

struct measured {
    const char *metric;
    bool *has;         /**< by node */
    double *exclusive; /**< by node, as a share of the whole */
    double *inclusive; /**< likewise */
    double whole;      /**< of the metric: the run */
};

/** Read. @param metric NULL: cg_measured_metric @return CG_OK, CG_E_FORMAT (no function has it) or
 *  CG_E_MEMORY; release with measured_clear in any case */
int measured_read(struct measured *out, const struct cg_graph *graph, const char *metric,
                  struct cg_error *error);

void measured_clear(struct measured *measured);

/** The seconds of the run by the metric "time". @param seconds 0: not measured */
int measured_seconds(double *seconds, const struct cg_graph *graph, struct cg_error *error);

#endif
