#define _GNU_SOURCE
#include <dirent.h>
#include <ftw.h>
#include <glob.h>
#include <stdlib.h>
static int each(const char *path, const struct stat *info, int type)
{
    return 1;
}
static int each_more(const char *path, const struct stat *info, int type, struct FTW *place)
{
    return 1;
}
static int wanted(const struct dirent *entry)
{
    return 0;
}
static int order(const struct dirent **a, const struct dirent **b)
{
    return alphasort(a, b);
}
static int failed(const char *path, int error)
{
    return 0;
}
int main(void)
{
    struct dirent **names;
    glob_t found;
    ftw(".", each, 2);
    nftw(".", each_more, 2, FTW_PHYS);
    int n = scandir(".", &names, wanted, order);
    free(names);
    glob("/nonexistent/*", 0, failed, &found);
    globfree(&found);
    return n;
}
