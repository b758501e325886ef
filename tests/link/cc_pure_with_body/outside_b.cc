struct base {
    virtual void f() = 0;
};
void maybe();
void base::f() { maybe(); }
