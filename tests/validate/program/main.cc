#include "shapes.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

namespace
{

class Shape
{
  public:
    explicit Shape(int size) : size_(size)
    {
        count_++;
    }
    virtual ~Shape()
    {
        count_--;
    }
    virtual int area() const = 0;
    int size() const
    {
        return size_;
    }
    static int count()
    {
        return count_;
    }

  private:
    int size_;
    static int count_;
};
int Shape::count_;

class Square : public Shape
{
  public:
    using Shape::Shape;
    int area() const override
    {
        return size() * size();
    }
};

// Virtual bases make complete and base constructors differ.
class Named : public virtual Shape
{
  public:
    explicit Named(const char *name) : Shape(1), name_(name)
    {
    }
    const char *name() const
    {
        return name_;
    }

  private:
    const char *name_;
};

class Disc : public Named
{
  public:
    explicit Disc(int radius) : Shape(radius), Named("disc")
    {
    }
    ~Disc() override
    {
        std::puts(name());
    }
    int area() const override
    {
        return 3 * Square(size()).area();
    }
};

template <typename T> T largest(const std::vector<T> &values)
{
    T found = values.front();
    for (const T &value : values) {
        found = std::max(found, value);
    }
    return found;
}

struct Registry {
    Registry()
    {
        register_farewell();
    }
    ~Registry()
    {
        std::puts("registry");
    }
};
Registry registry; // constructed before main, destroyed after

int total_area(const std::vector<std::unique_ptr<Shape>> &shapes)
{
    int total = 0;
    for (const auto &shape : shapes) {
        total += shape->area();
    }
    return total;
}

int throwing(int n)
{
    Square local(n);
    if (local.area() > 10) {
        throw n;
    }
    return n;
}

} // namespace

int main()
{
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.emplace_back(new Square(3));
    shapes.emplace_back(new Disc(2));
    std::vector<int> numbers = {5, 3, 9, total_area(shapes)};
    std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
    int sum = largest(numbers) + static_cast<int>(largest(std::vector<double>{1.5, 2.5}));
    sum += sort_numbers(numbers.data(), static_cast<int>(numbers.size()));
    sum += run_steps(sum) + on_a_thread(3);
    try {
        sum += throwing(2);
        sum += throwing(4);
    } catch (int n) {
        sum += n;
    }
    std::printf("%d %d\n", sum, Shape::count());
    return 0;
}
