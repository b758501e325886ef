typedef int comparison(const void *, const void *);
void *bsearch(const void *, const void *, unsigned long, unsigned long, comparison *);
void again(void);
