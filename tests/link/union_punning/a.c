/* As one does with what dlsym gives: in as data, out as a function. */
static int target(int x)
{
    return x;
}
static void *find(const char *name)
{
    return name ? (void *)target : 0;
}
int main(void)
{
    union {
        void *data;
        int (*function)(int);
    } u;
    u.data = find("target");
    return u.function(0);
}
