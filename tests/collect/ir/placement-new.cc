using size = decltype(sizeof 0);
struct Arena {
};
void *operator new(size, Arena &);
void operator delete(void *, Arena &);
inline void *operator new(size, void *place) noexcept
{
    return place;
}
struct Thing {
    Thing(int);
};

Thing *in_place(void *place)
{
    return new (place) Thing(1);
}
Thing *in_arena(Arena &arena)
{
    return new (arena) Thing(2);
}
