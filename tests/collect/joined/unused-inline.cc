// Inline functions that nothing in the file uses: what the source says of them stays.
void note(int);
int choose();
struct Guard {
    Guard();
    ~Guard();
};
inline void shown(void (*callback)(int))
{
    note(1);
    callback(2);
}
inline void hidden() { Guard guard; }
static inline void internal()
{
    Guard guard;
    note(3);
}
struct Class {
    virtual void method() { note(4); }
    void calls() { method(); }
};
inline void assembly() { __asm__("call somewhere"); }
inline void used() { note(5); }
void uses() { used(); }
template <typename T> void never_instantiated(T t)
{
    note(t);
}
