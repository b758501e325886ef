// A callable that forgets its type, as std::function does: the call in it is open, the function it
// calls has its address taken.
struct Any {
    template <typename F> Any(F f) : object(new F(f)), call(&invoke<F>), drop(&destroy<F>) {}
    ~Any() { drop(object); }
    int operator()(int x) const { return call(object, x); }

  private:
    template <typename F> static int invoke(void *object, int x) { return (*static_cast<F *>(object))(x); }
    template <typename F> static void destroy(void *object) { delete static_cast<F *>(object); }
    void *object;
    int (*call)(void *, int);
    void (*drop)(void *);
};
int work(int);
struct Counter {
    int operator()(int x) { return work(x); }
};

int run(const Any &any) { return any(1); }
int all()
{
    return run(Counter()) + run([](int x) { return work(x + 1); }) + run(work);
}
