struct host {
    void (*log)(const char *);
};
struct plugin {
    void (*start)(void);
    void (*stop)(int);
};
void plugin_init(struct plugin *p, const struct host *h);
