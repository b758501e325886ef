static int helper(int x) { char b[64]; for (int i = 0; i < 64; i++) b[i] = x + i; return b[x & 63]; }
int dynamic(int n) { volatile char v[n]; v[0] = 1; return v[n - 1]; }
int main(int c, char **v) { (void)v; return helper(c) + dynamic(c); }
