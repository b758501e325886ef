#include "engine/engine.h"

static void nothing(void)
{
}

int main(void)
{
    engine_run(nothing);
}
