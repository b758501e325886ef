typedef void (*callback)(void *);
void add(callback fn, void *data);
void notify(void);
void clear(void);
