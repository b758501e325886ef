// Variables, temporaries and parameters as the compiler lays them out without optimising (x86-64).
void nothing() {}
void one() { int x; (void)x; }
void aligned() { char c; double d; (void)c, (void)d; }
void array() { char c[10]; long l[4]; (void)c, (void)l; }
int grows(int n) { char c[n]; return c[0]; }
struct S { S() {} ~S() {} int x[5]; };
void object() { S s; }
int main() { one(); return 0; }
