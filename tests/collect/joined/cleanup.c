/* A cleanup attribute calls a function where the variable goes out of scope. Pragmas make the
 * compiler be asked, who knows where that is. */
struct file;
struct file *open_file(const char *name);
void close_file(struct file *);
static inline void close_it(struct file **f) { close_file(*f); }
int read_some(struct file *);
void (*hook)(int);

int count(const char *name)
{
    struct file *f __attribute__((cleanup(close_it))) = open_file(name);
    hook(1);
    if (read_some(f)) {
        return 1;
    }
    return read_some(f);
}
int many(const char *name)
{
    int total = 0;
#pragma omp parallel for
    for (int i = 0; i < 3; i++) {
        total += count(name);
    }
    return total;
}
