static int helper(int x) { return x + 1; }
int other(int x) { return helper(x); }
