typedef void (*handler)(void);
void get_handler(handler *out);
void get_other(handler *out);
void find_handler(handler *out, int which);
void store(handler *out, handler h);
void second(void);
