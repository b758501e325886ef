// Destructors of static objects run when the program ends. What throws ends no program, unless a handler
// of terminate() does; what is thrown is destroyed at any time.
#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

static int left;

static void closed()
{
    left = 1;
}

static void destroyed()
{
    left = 2;
}

struct Object {
    ~Object();
    int number = 1;
};

Object::~Object()
{
    closed();
}

struct Thrown {
    ~Thrown();
    int number = 1;
};

Thrown::~Thrown()
{
    destroyed();
}

static Object one;

static std::shared_ptr<Object> &shared()
{
    static std::shared_ptr<Object> object(new Object);
    return object;
}

static int fails(int number)
{
    if (number > 3) {
        throw std::runtime_error("too many");
    }
    std::vector<int> numbers;
    numbers.push_back(number);
    return numbers.at(0);
}

static void throws()
{
    static Thrown also_static;
    if (left == also_static.number + 7) {
        throw Thrown();
    }
}

static void gives_up()
{
    std::terminate();
}

static void leaves()
{
    exit(0);
}

int main(int count, char **)
{
    try {
        throws();
        left = fails(count + shared()->number + one.number);
    } catch (const std::exception &) {
        leaves();
    } catch (const Thrown &) {
        gives_up();
    }
    return left == 0;
}
