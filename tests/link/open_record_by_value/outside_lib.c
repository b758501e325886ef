#include "job.h"
int outside_run(struct job job)
{
    return job.fn(job.n);
}
