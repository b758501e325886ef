// A C++ program for the tour: most of what main calls is not written in it.
#include <cstdio>
#include <memory>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square : Shape {
    explicit Square(double side) : side(side) {}
    double area() const override { return side * side; }
    double side;
};
struct Log {
    ~Log() { std::puts("done"); }
};

int main()
{
    Log log;
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Square>(2));
    for (const auto &shape : shapes) {
        std::printf("%g\n", shape->area());
    }
}
