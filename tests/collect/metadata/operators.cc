// Operators as written: `!` is of its operand's type before it becomes a bool, a fold is one
// operation: all and logic are conditions, sum and shift one operation each, less none.
bool nt(double d){return !d;}
bool ni(int d){return !d;}
bool np(int *d){return !d;}
bool nb(bool d){return !d;}
bool nn(double d){return !(d > 1);}
bool n3(float d){return !!d;}
bool n4(double d) { if (!(d)) return true; return !(d + 1.0); }
template <class... T> bool all(T... t) { return (nt(t) && ...); }
template <class... T> double sum(T... t) { return (t + ... + 0); }
template <class... T> bool less(T... t) { return (... , nt(t)); }
double use() { return all(1, 2.0) + sum(1, 2.0) + less(1); }
template <class... T> bool logic(T... t) { return (... || t) && (t && ... && true); }
template <class... T> void shift(T... t) { int n = 0; (n += ... += t); }
bool use2() { shift(1); return logic(1, 2); }
