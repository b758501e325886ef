/* What the case needs of popt.h. */
struct poptOption {
    const char *longName;
    char shortName;
    unsigned int argInfo;
    void *arg;
    int val;
    const char *descrip;
    const char *argDescrip;
};
typedef struct poptContext_s *poptContext;
poptContext poptGetContext(const char *name, int count, const char **arguments,
                           const struct poptOption *options, unsigned int flags);
int poptGetNextOpt(poptContext context);
poptContext poptFreeContext(poptContext context);
#define POPT_ARG_STRING 1u
#define POPT_ARG_INCLUDE_TABLE 4u
#define POPT_ARG_CALLBACK 5u
