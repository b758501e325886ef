// Beside each function, by hand: numStatements, numConditionalBranches, loopDepth,
// cyclomaticComplexity, numVars, uniqueTypeMetaData; operations as control, float, int, memory.
int g(int);
struct It {
    int *p;
    int &operator*() const;
    It &operator++();
    bool operator!=(const It &) const;
};
struct List {
    It begin() const;
    It end() const;
};

// a try around the body: try, return, catch, g, catch, throw; types int, const char *; two catch
int whole(int a) try { // 6 0 0 3 1 2; 3 0 0 0: return, g, throw
    return a;
} catch (const char *e) {
    g(0);
} catch (...) {
    throw;
}

// variables pair, x, k, [p, q]; what a loop makes of its range costs nothing. Types: const List &,
// int, int[2]; control: for, two if, four g
void shapes(const List &list) // 7 3 1 4 4 3; 7 0 0 0
{
    int pair[2] = {1, 2};
    for (int x : list)
        g(x);
    if (int k = g(1))
        g(k);
    if (auto [p, q] = pair; q)
        g(p);
}

// three bodies, each for itself
int lambdas(int n) // 2 0 0 1 1 2; 3 0 0 0: the calls of l and g, return
{
    auto l = [m = n](int x) { // 3 1 0 2 0 1; 4 0 0 0: if, return, return, call
        if (x)
            return m;
        return [] { return 3; }(); // 1 0 0 1 0 1; 1 0 0 0
    };
    return l(g(n));
}

struct Base {
    int b;
    Base(int n);
};
struct Derived : Base {
    int d;
    int *p;
    static int s;
    // initialisers run as part of it: two ?:, g, Base(); one >, one +
    Derived(int n) : Base(n > 1 ? g(n) : 2), d(n ? n + 1 : 0) {} // 0 2 0 3 0 1; 4 0 2 0
    // d, *p, p, this->b, s; three +
    int sum() const { return d + *p + this->b + s; } // 1 0 0 1 0 1; 1 0 3 5
    // members of objects cost nothing, those of pointers and of arrays do; .* does
    int other(Derived o, Derived *q, int Derived::*m) // 1 0 0 1 0 4; 1 0 2 2
    {
        return o.d + q->d + o.*m;
    }
};
int Derived::s;

template <class T> struct Box {
    T held;
    Box(T t) : held(t ? t : T()) {} // 0 1 0 2 0 1; 2 0 0 0: ?:, T()
    T get(int n) // 5 2 1 3 0 2; 6 0 1 1: if, while, two return, g, T(); --; held
    {
        if (n)
            while (n--)
                return held;
        g(n);
        return T();
    }
    template <class U> U put(U u);
};
template <class T> template <class U> U Box<T>::put(U u) // 1 1 0 2 0 1; 3 0 1 1: ?:, U(), return; <; held
{
    return held < u ? u : U();
}
template <> inline short Box<short>::get(int) // 1 0 0 1 0 2; 1 0 0 0
{
    return 1;
}

// the template's source, whatever a compiler makes of it: both branches, neither T's operations
template <class T> int constant(T t) // 3 1 0 2 0 2; 3 0 2 0: if, two return; >, -
{
    if constexpr (sizeof(T) > 1)
        return t;
    else
        return -1;
}

int generic(int n) // 2 0 0 1 1 2; 2 0 0 0
{
    auto l = [](auto x) { // 3 1 1 2 1 2; 3 0 2 0: for, two return; >, --
        for (auto i = x; i > 0; i--)
            return i;
        return x;
    };
    return l(n);
}

// three constructors, one of a temporary, a copy; nine calls, return; seven +
int use() // 4 0 0 1 3 4; 14 0 7 0
{
    Box<int> box(1);
    Box<long> other(2);
    Derived d(1);
    return box.get(1) + other.get(2) + box.put(3L) + constant(1) + constant('c') +
           Box<short>(1).get(1) + d.sum() + d.other(d, &d, &Derived::d);
}
