// A number without the high bits of a pointer is no copy of it: code that takes a pointer apart has another number with
// these.
struct keyword {
    const char *name;
    void *value;
};
int level(const keyword *k) { return (int)(long)k->value; }
long whole(const keyword *k) { return (long)k->value; }
unsigned high(const char *text) { return (unsigned long)text >> 32; }
