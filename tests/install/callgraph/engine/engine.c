#include "engine.h"

#include "steps.h"

void engine_run(engine_step *step)
{
    STEPS
    step();
}
