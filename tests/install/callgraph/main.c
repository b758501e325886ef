#include "engine/engine.h"

void draw(const char *title);

void chosen(void)
{
    draw(TITLE);
}

int main(void)
{
    engine_run(CHOICE);
    return SIZE;
}
