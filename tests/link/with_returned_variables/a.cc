// Copies of returned variables that g++ makes, and clang leaves out; and one that all leave out.
template <int> struct counted {
    int count;
    counted(int n) : count(n) {}
    counted(const counted &other) : count(other.count) { copied(); }
    void copied();
};
void two(), loop(), inner(), choice(), lambda(), alone(), same(), block(), condition(), called();
template <> void counted<1>::copied() { two(); }
template <> void counted<2>::copied() { loop(); }
template <> void counted<3>::copied() { inner(); }
template <> void counted<4>::copied() { choice(); }
template <> void counted<5>::copied() { lambda(); }
template <> void counted<6>::copied() { alone(); }
template <> void counted<7>::copied() { same(); }
template <> void counted<8>::copied() { block(); }
template <> void counted<9>::copied() { condition(); }
template <> void counted<10>::copied() { called(); }
void two() {}
void loop() {}
void inner() {}
void choice() {}
void lambda() {}
void alone() {}
void same() {}
void block() {}
void condition() {}
void called() {}

counted<1> of_two(int n)
{
    if (n > 5) {
        counted<1> one(n);
        return one;
    }
    counted<1> other(n);
    return other;
}
counted<2> of_loop(int n)
{
    for (int i = 0; i < n; i++) {
        counted<2> found(i);
        if (i == 0)
            return found;
    }
    return 3;
}
counted<3> of_try(int n)
{
    try {
        counted<3> made(n);
        return made;
    } catch (...) {
        return 1;
    }
}
counted<4> of_choice(int n)
{
    switch (n) {
    case 1: {
        counted<4> made(n);
        return (made);
    }
    default:
        return counted<4>(2);
    }
}
counted<6> of_one(int n)
{
    counted<6> made(n);
    auto other = [] { return 1; };
    if (n > 3)
        return made;
    made.count += other();
    return made;
}
counted<7> of_copy(int n) { return counted<7>(n); }

counted<8> of_block(int n)
{
    {
        counted<8> made(n);
        return made;
    }
}
counted<9> of_condition(int n)
{
    if (counted<9> made{n}; made.count)
        return made;
    throw 1;
}
counted<10> of_called(int n)
{
    counted<10> (*make)(int) = [](int k) { return counted<10>(k); };
    if (n > 3)
        return counted<10>(1);
    return make(n);
}

int main(int argc, char **)
{
    auto of_lambda = [](int n) {
        counted<5> made(n);
        if (n > 3)
            return counted<5>(4);
        return made;
    };
    return of_two(argc).count + of_loop(argc).count + of_try(argc).count + of_choice(argc).count +
           of_lambda(argc).count + of_one(argc).count + of_copy(argc).count +
               of_block(argc).count + of_condition(argc).count + of_called(argc).count > 100;
}
