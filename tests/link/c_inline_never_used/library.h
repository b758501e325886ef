extern int library_open(int flags);

static inline int open_it(int flags) { return library_open(flags); }
static inline int open_by_default(void) { return open_it(0); }
