#ifdef __cplusplus
extern "C" {
#endif
struct outer {
    int kind;
    struct inner {
        void (*run)(void);
    } in;
};
extern struct outer shared;
void call_it(struct outer *out);
#ifdef __cplusplus
}
#endif
