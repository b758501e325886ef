int sum(const int *numbers, int count);

__attribute__((deprecated("use sum"))) int add(int a, int b);
__attribute__((deprecated("use sum"))) int add3(int a, int b, int c);
