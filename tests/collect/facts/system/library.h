typedef void (*fn)(void);
struct handlers {
    void (*handle)(fn);
};
extern fn hook;
extern struct handlers handlers;
void callback(void);
