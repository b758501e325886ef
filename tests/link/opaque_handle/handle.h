typedef struct handle handle;
handle *handle_open(int (*close)(void *), void *user);
int handle_close(handle *h);
