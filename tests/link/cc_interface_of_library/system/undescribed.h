/* A library that is written in C++, and has one function, of C. */
#include <functional>
#include <vector>

struct Bus {
    virtual ~Bus() {}
    virtual void subscribe(std::vector<std::function<void()>> &handlers) = 0;
};
extern "C" Bus *undescribed_bus();
