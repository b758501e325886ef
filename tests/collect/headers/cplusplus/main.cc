// Uses what lib.h declares, a function for each way.
#include "lib.h"
using namespace app;
int c_helper() { return deep::helper(1); }
int c_helper2() { return short_name::helper(1, 2); }
int c_using() { return app::helper(3); }
int c_run(base &b) { return b.run(1); }
int c_maybe(base *b) { return b->maybe(1); }
int c_get(const base &b) { return b.get(); }
int c_set(base &b) { return b.set(1); }
int c_made() { return base::made; }
int c_count() { return base::count(); }
int c_size() { return base::size; }
int c_peek(base &b) { return peek(b); }
bool c_eq(base &a, base &b) { return a == b; }
base::number c_number() { return 1; }
int c_twice(base &b) { return b.twice(); }
bool c_mode(base &b) { return b.m == mode::both; }
int c_new() { derived d; return d.get(); }
int c_new2() { derived *d = new derived(3); int r = d->get(); delete d; return r; }
int c_box() { box<int> b{1}; return b.get(); }
void c_put() { box<char> b; b.put(1); }
int c_boxes() { return box<int>::boxes; }
int c_sum() { return sum(3); }
int c_sumc() { return sum<char, 4>('a'); }
int c_pod() { pod p{1}; return p.a; }
int c_podt(pod_t *p) { return p->b; }
int c_tw() { return twice(4); }
int c_over() { return over(1); }
int c_overd() { return over(1.5); }
long c_lbox(box<long> &b) { return b.get(); }
int c_visit() { visitor v; return v(1); }
int c_apply() { return apply(twice); }
int c_inner() { return use_inner(v2::inner{1}); }
double c_pi() { return pi<double>; }
int c_lambda() { return lambda(1); }
int c_limit() { return limit; }
int c_counter() { return ++counter; }
id c_id(id x) { return x; }
ids c_ids() { return {}; }
int c_ptr(ptr<int> p) { return *p; }
int (*c_addr())(int) { return &over; }
int (base::*c_member())(int, int) { return &base::set; }
int main() { return c_helper() + c_new() + c_box(); }
