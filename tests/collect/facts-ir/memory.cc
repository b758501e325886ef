/* Memory without a type, atomics, copies of blocks. */
using handler = void (*)(int);
void one(int);
void two(int);
extern "C" void *memcpy(void *, const void *, unsigned long);

void heap()
{
    handler *p = new handler[2];
    p[1] = one;
    p[0](1);
    delete[] p;
}

handler shared;
void atomics(handler f)
{
    __atomic_store_n(&shared, f, 5);
    __atomic_load_n(&shared, 5)(1);
    handler old = __atomic_exchange_n(&shared, two, 5);
    old(2);
    __atomic_compare_exchange_n(&shared, &old, one, false, 5, 5);
    old(3);
}

void copied(handler f)
{
    handler g;
    memcpy(&g, &f, sizeof g);
    g(1);
}

struct object {
    handler call;
    int number;
};
void place(char *buffer)
{
    object o{one, 1};
    object copy = o;
    memcpy(buffer, &copy, sizeof copy);
    reinterpret_cast<object *>(buffer)->call(1);
}
