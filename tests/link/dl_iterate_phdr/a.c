#define _GNU_SOURCE
#include <link.h>
struct search {
    int (*found)(const char *);
    int n;
};
static int count(const char *name)
{
    return 0;
}
static int each(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    s->n++;
    return s->found(info->dlpi_name);
}
int main(void)
{
    struct search s = {count, 0};
    dl_iterate_phdr(each, &s);
    return s.n == 0;
}
