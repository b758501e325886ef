// Aliases, a resolved function, functions that run before and after main.
extern "C" {
int target(int x) { return x; }
int alias(int) __attribute__((alias("target")));
int second(int) __attribute__((weak, alias("alias")));
static int fast(int x) { return x; }
static int slow(int x) { return x + 1; }
int supported();
typedef int Function(int);
Function *choose() { return supported() ? fast : slow; }
int resolved(int) __attribute__((ifunc("choose")));
int data = 1;
extern int also_data __attribute__((alias("data")));
}
__attribute__((constructor)) static void before() { target(1); }
__attribute__((destructor)) void after() { second(2); }
int *address() { return &also_data; }
int main() { return alias(3) + resolved(4); }
