/* Writing profiles: the table of formats. */
#include "base/error.h"
#include "base/versioned_options.h"
#include "profile/common/profile_writers.h"

static const struct profile_writer *const writers[] = {&writer_cubex, &writer_callgrind,
                                                       &writer_folded};
#define WRITERS (sizeof writers / sizeof *writers)

const char *cg_profile_write_format_at(size_t i)
{
    return i < WRITERS ? writers[i]->format : NULL;
}

static const struct profile_writer *find_writer(const char *format)
{
    size_t i = 0;
    while (format && i < WRITERS && strcmp(writers[i]->format, format) != 0) {
        i++;
    }
    return i < WRITERS ? writers[i] : NULL;
}

int cg_profile_write(const struct cg_profile *profile, cg_profile_write_function *write, void *user,
                     const struct cg_profile_write_options *options, struct cg_error *error)
{
    struct cg_profile_write_options own = CG_PROFILE_WRITE_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_profile_write_options, error);
    if (status) {
        return status;
    }
    const struct profile_writer *writer = find_writer(own.format);
    if (!writer) {
        return cg_fail(error, CG_E_ARGUMENT, "profiles cannot be written as %.100s", own.format);
    }
    if (own.metric != CG_NO_CONTEXT && own.metric >= profile->metric_count) {
        return cg_fail(error, CG_E_ARGUMENT, "there is no metric %u", own.metric);
    }
    struct writer w = {profile, &own, write, user, error, CG_OK};
    writer->write(&w);
    return w.status;
}
