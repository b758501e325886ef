/* clang takes a name that `#pragma weak NAME = OTHER` declares again for two functions. */
int hook(int x);
int implementation(int x) { return x; }
#pragma weak hook = implementation

int call(void)
{
    return hook(1);
}
