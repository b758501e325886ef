#include "button.h"
void button::connect(std::function<void(int)> handler)
{
    handlers.push_back(std::move(handler));
}
void button::press()
{
    for (auto &h : handlers) {
        h(1);
    }
}
