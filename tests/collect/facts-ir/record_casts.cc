/* Of two records at one place, only one says what type a function has. */
struct typed {
    int n;
    void (*call)(int);
};
struct untyped {
    int n;
    void *any;
};

untyped *forget(typed *t)
{
    return reinterpret_cast<untyped *>(t);
}
