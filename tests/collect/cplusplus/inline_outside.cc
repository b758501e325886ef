// Inline functions of C++ are weak, whether or not their first declaration says inline.
struct S {
    int defined_below();
    int elsewhere();
};
inline int S::defined_below() { return elsewhere(); }
int later();
inline int later() { return 1; }
extern inline int external() { return later(); }
int use(S *s) { return s->defined_below() + external(); }
