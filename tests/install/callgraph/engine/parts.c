#include "engine.h"

void engine_part(void)
{
}
