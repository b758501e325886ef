// A pointer to a member of a class of which all derived ones are known calls no functions that are
// not, even though virtual members of that place of other classes are handed over, too.
#include <exception>
#include <tuple>
struct failure : std::exception {
    const char *what() const noexcept override
    {
        return "";
    }
};
struct worker {
    int sum = 0;
    virtual void stop()
    {
        sum++;
    }
    void run(int by)
    {
        sum += by;
    }
};
template <class M, class... A> static void apply(std::tuple<M, worker *> t, A... a)
{
    (std::get<1>(t)->*std::get<0>(t))(a...);
}
int main()
{
    worker w;
    apply(std::make_tuple(&worker::run, &w), 2);
    apply(std::make_tuple(&worker::stop, &w));
    return failure().what()[0] + w.sum - 3;
}
