#include "button.h"
static int pressed;
static void on_press(int n)
{
    pressed += n;
}
int main()
{
    button b;
    b.connect(on_press);
    b.connect([](int n) { pressed += n; });
    b.press();
    return pressed - 2;
}
