/* packages: zlib; libraries: libc.so.6 */
struct hooks {
    void (*start)(void *data);
    struct {
        void *data;
    };
};
typedef struct {
    int number;
} plain;
struct behind {
    int number;
    const struct hooks *hooks;
};
typedef enum kind { ONE } kind_t;
typedef enum kind_t { TWO } kind;
typedef void handler(plain *, const void *);
typedef enum kind (*chooser)(plain *);
typedef enum kind choice(plain *);
extern int setenv(struct hooks *, void *);
extern int atexit(handler *, plain *, void *);
extern void *bsearch(const void *);
extern void warn(const char *, ...);
extern void warnx(const char *, ...) __attribute__((format(printf, 1, 2)));
extern int on_exit(handler *, void *);
extern void exit(struct behind *);
extern int abs(kind);
extern int labs(plain *, char *);
extern int getenv(chooser, choice *);
