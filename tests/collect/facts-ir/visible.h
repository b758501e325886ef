namespace space {
struct shown {
    void (*call)(int);
};
template <class T> struct pattern {
    struct node {
        T value;
    };
    node *first;
};
}
