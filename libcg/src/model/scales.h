/*
 * The scales of measurements: repeated ones become one.
 */
#ifndef MODEL_SCALES_H
#define MODEL_SCALES_H

#include <libcg/model.h>

/** Different scales, in order of the first parameter, then the second. */
struct scales {
    struct cg_model_point *points; /**< each with the median of its values */
    size_t count;
    double spread; /**< as in cg_model */
};

/** Check and unite measurements. @return CG_OK, CG_E_ARGUMENT or CG_E_MEMORY; release `points` with
 *  free in any case */
int scales_make(struct scales *out, const struct cg_model_point *points, size_t count,
                unsigned parameters, struct cg_error *error);

/** Mark the scales at which the other parameter is as at scale `like`.
 *  @param members receives their places @return their number */
size_t scales_line(size_t *members, const struct scales *scales, size_t like, unsigned parameter);

#endif
