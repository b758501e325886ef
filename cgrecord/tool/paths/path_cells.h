/*
 * Values of call contexts at locations, of any number of processes: what would need much memory
 * goes to a temporary file.
 */
#ifndef CGRECORD_PATH_CELLS_H
#define CGRECORD_PATH_CELLS_H

#include <libcg/profile_write.h>

#include <glib.h>
#include <stdbool.h>

/** A value of a context at a location. */
struct cell {
    cg_call_context context;
    uint32_t location;
    uint64_t visits;
    double time;
    const double *counted; /**< by metric of the counters; NULL: nothing */
};

struct path_cells;

struct path_cells *path_cells_new(void);
void path_cells_free(struct path_cells *cells);

/** Add a value. That a temporary file cannot be written is reported by path_cells_finish. */
void path_cells_add(struct path_cells *cells, const struct cell *cell);

/** All are there. @return CG_OK or CG_E_IO */
int path_cells_finish(struct path_cells *cells, struct cg_error *error);

/** Those of a context, by location, until the next call.
 *  @return NULL: the temporary file cannot be read, which errno explains */
const struct cell *path_cells_at(struct path_cells *cells, cg_call_context context, guint *count);

/** Say that the temporary file failed. @param reason an errno @return CG_E_IO */
int path_cells_failed(int reason, struct cg_error *error);

/** Whether any has a time. */
bool path_cells_have_time(const struct path_cells *cells);

#endif
