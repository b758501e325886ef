#include <string>

#include "late/late.h"

struct canvas {
    ~canvas()
    {
        late_close();
    }
};

extern "C" void draw(const char *title)
{
    canvas c;
    (void)std::string(title);
}
