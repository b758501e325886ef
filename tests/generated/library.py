"""Programs that hand a callback to a library: every function of glibc and libstdc++ that takes one,
classes that libraries call, and library functions that the program replaces.

POSIX holds programs that are both C and C++, and are run as both: a row a function of
libcg/data/library.summaries that calls what it finds in its arguments, or in fields behind them.
"""

POSIX = {
    "qsort": ("stdlib.h", "static int hit(const void *a, const void *b) { return 0; }", "int a[3] = {3, 1, 2}; qsort(a, 3, sizeof *a, hit);"),
    "qsort_r": ("stdlib.h", "static int hit(const void *a, const void *b, void *c) { return 0; }", "int a[3] = {3, 1, 2}; qsort_r(a, 3, sizeof *a, hit, a);"),
    "qsort_r_context": ("stdlib.h", "struct X { int (*f)(void); }; static int hit(void) { return 0; } static int cmp(const void *a, const void *b, void *c) { return ((struct X *)c)->f(); }", "struct X x = {hit}; int a[3] = {3, 1, 2}; qsort_r(a, 3, sizeof *a, cmp, &x);"),
    "bsearch": ("stdlib.h", "static int hit(const void *a, const void *b) { return 0; }", "int k = 1, a[3] = {1, 2, 3}; bsearch(&k, a, 3, sizeof *a, hit);"),
    "bsearch_result": ("stdlib.h", "struct E { int k; int (*f)(void); }; static int hit(void) { return 0; } static struct E t[] = {{1, hit}}; static int cmp(const void *a, const void *b) { return 0; }", "int k = 1; ((struct E *)bsearch(&k, t, 1, sizeof *t, cmp))->f();"),
    "lfind": ("search.h", "static int hit(const void *a, const void *b) { return 0; }", "int k = 1, a[3] = {1, 2, 3}; size_t n = 3; lfind(&k, a, &n, sizeof *a, hit);"),
    "lsearch": ("search.h", "static int hit(const void *a, const void *b) { return 0; }", "int k = 1, a[4] = {1, 2, 3}; size_t n = 3; lsearch(&k, a, &n, sizeof *a, hit);"),
    "tsearch": ("search.h", "static int hit(const void *a, const void *b) { return 1; }", "static int k[2]; void *root = 0; tsearch(k, &root, hit); tsearch(k + 1, &root, hit);"),
    "tfind": ("search.h", "static int cmp(const void *a, const void *b) { return 1; } static int hit(const void *a, const void *b) { return 0; }", "static int k[2]; void *root = 0; tsearch(k, &root, cmp); tfind(k, &root, hit);"),
    "tdelete": ("search.h", "static int cmp(const void *a, const void *b) { return 1; } static int hit(const void *a, const void *b) { return 0; }", "static int k[2]; void *root = 0; tsearch(k, &root, cmp); tdelete(k, &root, hit);"),
    "twalk": ("search.h", "static int cmp(const void *a, const void *b) { return 1; } static void hit(const void *n, VISIT v, int d) {}", "static int k[2]; void *root = 0; tsearch(k, &root, cmp); twalk(root, hit);"),
    "twalk_key": ("search.h", "struct K { void (*f)(void); }; static void hit(void) {} static int cmp(const void *a, const void *b) { return 1; } static void each(const void *n, VISIT v, int d) { (*(struct K **)n)->f(); }", "static struct K k = {hit}; void *root = 0; tsearch(&k, &root, cmp); twalk(root, each);"),
    "twalk_r": ("search.h", "static int cmp(const void *a, const void *b) { return 1; } static void hit(const void *n, VISIT v, void *c) {}", "static int k[2]; void *root = 0; tsearch(k, &root, cmp); twalk_r(root, hit, 0);"),
    "tdestroy": ("search.h", "static int cmp(const void *a, const void *b) { return 1; } static void hit(void *n) {}", "static int k[2]; void *root = 0; tsearch(k, &root, cmp); tdestroy(root, hit);"),
    "scandir_filter": ("dirent.h", "static int hit(const struct dirent *d) { return 0; }", "struct dirent **l; scandir(\"/\", &l, hit, alphasort);"),
    "scandir_compare": ("dirent.h", "static int hit(const struct dirent **a, const struct dirent **b) { return 0; }", "struct dirent **l; scandir(\"/\", &l, 0, hit);"),
    "ftw": ("ftw.h", "static int hit(const char *n, const struct stat *s, int f) { return 1; }", "ftw(\"/\", hit, 3);"),
    "nftw": ("ftw.h", "static int hit(const char *n, const struct stat *s, int f, struct FTW *w) { return 1; }", "nftw(\"/\", hit, 3, 0);"),
    "fts_open": ("fts.h", "static int hit(const FTSENT **a, const FTSENT **b) { return 0; }", "char p[] = \"/usr\"; char *l[] = {p, p, 0}; FTS *f = fts_open(l, FTS_PHYSICAL, hit); fts_read(f); fts_children(f, 0); fts_close(f);"),
    "glob_error": ("glob.h unistd.h sys/stat.h", "static int hit(const char *p, int e) { return 1; }", "glob_t g; glob(\"/proc/1/task/*/fd/*\", GLOB_NOSORT, hit, &g); glob(\"/dev/null/*\", GLOB_ERR, hit, &g); hit(0, 0);"),
    "glob_altdirfunc": ("glob.h dirent.h sys/stat.h", "static void *hit_open(const char *n) { return opendir(n); } static struct dirent *hit_read(void *d) { return readdir((DIR *)d); } static void hit_close(void *d) { closedir((DIR *)d); } static int hit_stat(const char *n, struct stat *s) { return stat(n, s); }",
                        "glob_t g; memset(&g, 0, sizeof g); g.gl_opendir = hit_open; g.gl_readdir = (struct dirent *(*)(void *))hit_read; g.gl_closedir = hit_close; g.gl_stat = hit_stat; g.gl_lstat = hit_stat; glob(\"/*\", GLOB_ALTDIRFUNC, 0, &g);"),
    "atexit": ("stdlib.h", "static void hit(void) {}", "atexit(hit);"),
    "on_exit": ("stdlib.h", "static void hit(int s, void *p) {}", "on_exit(hit, 0);"),
    "on_exit_argument": ("stdlib.h", "struct X { void (*f)(void); }; static void hit(void) {} static void done(int s, void *p) { ((struct X *)p)->f(); }", "static struct X x = {hit}; on_exit(done, &x);"),
    "signal": ("signal.h", "static void hit(int s) {}", "signal(SIGUSR1, hit); raise(SIGUSR1);"),
    "sigset": ("signal.h", "static void hit(int s) {}", "sigset(SIGUSR1, hit); raise(SIGUSR1);"),
    "signal_result": ("signal.h", "static void hit(int s) {}", "signal(SIGUSR2, hit); void (*old)(int) = signal(SIGUSR2, SIG_DFL); old(1);"),
    "sigaction": ("signal.h", "static void hit(int s) {}", "struct sigaction a; memset(&a, 0, sizeof a); a.sa_handler = hit; sigaction(SIGUSR1, &a, 0); raise(SIGUSR1);"),
    "sigaction_info": ("signal.h", "static void hit(int s, siginfo_t *i, void *c) {}", "struct sigaction a; memset(&a, 0, sizeof a); a.sa_sigaction = hit; a.sa_flags = SA_SIGINFO; sigaction(SIGUSR1, &a, 0); raise(SIGUSR1);"),
    "sigaction_old": ("signal.h", "static void hit(int s) {}", "struct sigaction a, o; memset(&a, 0, sizeof a); a.sa_handler = hit; sigaction(SIGUSR1, &a, 0); sigaction(SIGUSR1, 0, &o); o.sa_handler(1);"),
    "sigqueue": ("signal.h unistd.h", "static void hit(void) {} static void got(int s, siginfo_t *i, void *c) { ((void (*)(void))i->si_value.sival_ptr)(); }", "struct sigaction a; memset(&a, 0, sizeof a); a.sa_sigaction = got; a.sa_flags = SA_SIGINFO; sigaction(SIGUSR1, &a, 0); union sigval v; v.sival_ptr = (void *)hit; sigqueue(getpid(), SIGUSR1, v);"),
    "timer_create": ("signal.h time.h unistd.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "struct sigevent e; memset(&e, 0, sizeof e); e.sigev_notify = SIGEV_THREAD; e.sigev_notify_function = hit; timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t); struct itimerspec i = {{0, 0}, {0, 1}}; timer_settime(t, 0, &i, 0); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "timer_create_value": ("signal.h time.h unistd.h", "static volatile int done; static void hit(void) { done = 1; } static void got(union sigval v) { ((void (*)(void))v.sival_ptr)(); }", "struct sigevent e; memset(&e, 0, sizeof e); e.sigev_notify = SIGEV_THREAD; e.sigev_notify_function = got; e.sigev_value.sival_ptr = (void *)hit; timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t); struct itimerspec i = {{0, 0}, {0, 1}}; timer_settime(t, 0, &i, 0); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "mq_notify": ("mqueue.h signal.h fcntl.h unistd.h stdio.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "char n[40]; snprintf(n, sizeof n, \"/honest%d\", getpid()); mqd_t q = mq_open(n, O_RDWR | O_CREAT, 0600, 0); mq_unlink(n); if (q == (mqd_t)-1) { union sigval v; v.sival_int = 0; hit(v); return; } struct sigevent e; memset(&e, 0, sizeof e); e.sigev_notify = SIGEV_THREAD; e.sigev_notify_function = hit; mq_notify(q, &e); mq_send(q, \"a\", 1, 0); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "aio_read": ("aio.h fcntl.h unistd.h signal.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "static char b[4]; static struct aiocb c; c.aio_fildes = open(\"/dev/zero\", O_RDONLY); c.aio_buf = b; c.aio_nbytes = 4; c.aio_sigevent.sigev_notify = SIGEV_THREAD; c.aio_sigevent.sigev_notify_function = hit; aio_read(&c); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "aio_write_64": ("aio.h fcntl.h unistd.h signal.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "static char b[4]; static struct aiocb64 c; c.aio_fildes = open(\"/dev/null\", O_WRONLY); c.aio_buf = b; c.aio_nbytes = 4; c.aio_sigevent.sigev_notify = SIGEV_THREAD; c.aio_sigevent.sigev_notify_function = hit; aio_write64(&c); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "aio_fsync": ("aio.h fcntl.h unistd.h signal.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "static struct aiocb c; c.aio_fildes = open(\"/dev/null\", O_WRONLY); c.aio_sigevent.sigev_notify = SIGEV_THREAD; c.aio_sigevent.sigev_notify_function = hit; aio_fsync(O_SYNC, &c); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "lio_listio": ("aio.h fcntl.h unistd.h signal.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "static char b[4]; static struct aiocb c; c.aio_fildes = open(\"/dev/zero\", O_RDONLY); c.aio_buf = b; c.aio_nbytes = 4; c.aio_lio_opcode = LIO_READ; struct aiocb *l[] = {&c}; struct sigevent e; memset(&e, 0, sizeof e); e.sigev_notify = SIGEV_THREAD; e.sigev_notify_function = hit; lio_listio(LIO_NOWAIT, l, 1, &e); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "lio_listio_each": ("aio.h fcntl.h unistd.h signal.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "static char b[4]; static struct aiocb c; c.aio_fildes = open(\"/dev/zero\", O_RDONLY); c.aio_buf = b; c.aio_nbytes = 4; c.aio_lio_opcode = LIO_READ; c.aio_sigevent.sigev_notify = SIGEV_THREAD; c.aio_sigevent.sigev_notify_function = hit; struct aiocb *l[] = {&c}; lio_listio(LIO_WAIT, l, 1, 0); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "getaddrinfo_a": ("netdb.h signal.h unistd.h", "static volatile int done; static void hit(union sigval v) { done = 1; }", "static struct gaicb g; g.ar_name = \"127.0.0.1\"; struct gaicb *l[] = {&g}; struct sigevent e; memset(&e, 0, sizeof e); e.sigev_notify = SIGEV_THREAD; e.sigev_notify_function = hit; getaddrinfo_a(GAI_NOWAIT, l, 1, &e); for (int k = 0; k < 2000 && !done; k++) usleep(1000);"),
    "pthread_create": ("pthread.h", "static void *hit(void *p) { return 0; }", "pthread_t t; pthread_create(&t, 0, hit, 0); pthread_join(t, 0);"),
    "pthread_argument": ("pthread.h", "struct X { void (*f)(void); }; static void hit(void) {} static void *go(void *p) { ((struct X *)p)->f(); return 0; }", "static struct X x = {hit}; pthread_t t; pthread_create(&t, 0, go, &x); pthread_join(t, 0);"),
    "pthread_result": ("pthread.h", "static void hit(void) {} static void *go(void *p) { return (void *)hit; }", "void *r; pthread_t t; pthread_create(&t, 0, go, 0); pthread_join(t, &r); ((void (*)(void))r)();"),
    "pthread_exit": ("pthread.h", "static void hit(void) {} static void *go(void *p) { pthread_exit((void *)hit); }", "void *r; pthread_t t; pthread_create(&t, 0, go, 0); pthread_join(t, &r); ((void (*)(void))r)();"),
    "pthread_key_create": ("pthread.h", "static pthread_key_t k; static void hit(void *p) {} static void *go(void *p) { pthread_setspecific(k, p); return 0; }", "static int x; pthread_key_create(&k, hit); pthread_t t; pthread_create(&t, 0, go, &x); pthread_join(t, 0);"),
    "pthread_getspecific": ("pthread.h", "static void hit(void) {}", "pthread_key_t k; pthread_key_create(&k, 0); pthread_setspecific(k, (void *)hit); ((void (*)(void))pthread_getspecific(k))();"),
    "pthread_once": ("pthread.h", "static void hit(void) {}", "static pthread_once_t o = PTHREAD_ONCE_INIT; pthread_once(&o, hit);"),
    "pthread_atfork": ("pthread.h sys/wait.h", "static void hit(void) {} static void hit2(void) {} static void hit3(void) {}", "pthread_atfork(hit, hit2, hit3); if (fork() == 0) _exit(0); wait(0);"),
    "pthread_cleanup": ("pthread.h", "static void hit(void *p) {}", "pthread_cleanup_push(hit, 0); pthread_cleanup_pop(1);"),
    "thrd_create": ("threads.h", "static int hit(void *p) { return 0; }", "thrd_t t; thrd_create(&t, hit, 0); thrd_join(t, 0);"),
    "c11_call_once": ("threads.h", "static void hit(void) {}", "static once_flag o = ONCE_FLAG_INIT; call_once(&o, hit);"),
    "tss_create": ("threads.h", "static tss_t k; static void hit(void *p) {} static int go(void *p) { tss_set(k, p); return 0; }", "static int x; tss_create(&k, hit); thrd_t t; thrd_create(&t, go, &x); thrd_join(t, 0);"),
    "makecontext": ("ucontext.h", "static ucontext_t a, b; static void hit(void) {}", "static char stack[65536]; getcontext(&b); b.uc_stack.ss_sp = stack; b.uc_stack.ss_size = sizeof stack; b.uc_link = &a; makecontext(&b, hit, 0); swapcontext(&a, &b);"),
    "clone": ("sched.h sys/wait.h signal.h", "static int hit(void *p) { return 0; }", "static char stack[65536]; clone(hit, stack + sizeof stack, SIGCHLD | CLONE_VM | CLONE_FILES, 0); wait(0);"),
    "dl_iterate_phdr": ("link.h", "static int hit(struct dl_phdr_info *i, size_t n, void *p) { return 1; }", "dl_iterate_phdr(hit, 0);"),
    "fopencookie": ("stdio.h sys/types.h", "static ssize_t hit_read(void *c, char *b, size_t n) { return 0; } static ssize_t hit_write(void *c, const char *b, size_t n) { return (ssize_t)n; } static int hit_seek(void *c, off64_t *o, int w) { return 0; } static int hit_close(void *c) { return 0; }",
                    "cookie_io_functions_t f = {hit_read, hit_write, hit_seek, hit_close}; FILE *s = fopencookie(0, \"w+\", f); fputs(\"a\", s); fflush(s); fseek(s, 0, SEEK_SET); fgetc(s); fclose(s);"),
    "fopencookie_cookie": ("stdio.h sys/types.h", "struct X { int (*f)(void); }; static int hit(void) { return 0; } static int closed(void *c) { return ((struct X *)c)->f(); }",
                           "static struct X x = {hit}; cookie_io_functions_t f; memset(&f, 0, sizeof f); f.close = closed; fclose(fopencookie(&x, \"r\", f));"),
    "obstack": ("obstack.h stdlib.h", "static void *hit(size_t n) { return malloc(n); } static void hit_free(void *p) { free(p); }\n#define obstack_chunk_alloc hit\n#define obstack_chunk_free hit_free\n", "struct obstack o; obstack_init(&o); obstack_alloc(&o, 100000); obstack_free(&o, 0);\n#undef obstack_chunk_alloc\n#undef obstack_chunk_free\n"),
    "obstack_extra": ("obstack.h stdlib.h", "struct X { void *(*f)(size_t); }; static void *hit(size_t n) { return malloc(n); } static void *chunk(void *x, size_t n) { return ((struct X *)x)->f(n); } static void hit_free(void *x, void *p) { free(p); }", "struct X x = {hit}; struct obstack o; obstack_specify_allocation_with_arg(&o, 0, 0, chunk, hit_free, &x); obstack_alloc(&o, 100000); obstack_free(&o, 0);"),
    "argp_parser": ("argp.h", "static error_t hit(int k, char *a, struct argp_state *s) { return ARGP_ERR_UNKNOWN; }", "static struct argp p; p.parser = hit; char n[] = \"x\"; char *v[] = {n, 0}; argp_parse(&p, 1, v, 0, 0, 0);"),
    "argp_input": ("argp.h", "struct X { int (*f)(void); }; static int hit(void) { return 0; } static error_t parse(int k, char *a, struct argp_state *s) { if (k == ARGP_KEY_INIT) ((struct X *)s->input)->f(); return ARGP_ERR_UNKNOWN; }", "static struct X x = {hit}; static struct argp p; p.parser = parse; char n[] = \"x\"; char *v[] = {n, 0}; argp_parse(&p, 1, v, 0, 0, &x);"),
    "argp_child": ("argp.h", "static error_t hit(int k, char *a, struct argp_state *s) { return ARGP_ERR_UNKNOWN; }", "static struct argp c; c.parser = hit; static struct argp_child l[2]; l[0].argp = &c; static struct argp p; p.children = l; char n[] = \"x\"; char *v[] = {n, 0}; argp_parse(&p, 1, v, 0, 0, 0);"),
    "argp_filter": ("argp.h unistd.h fcntl.h stdio.h", "static char *hit(int k, const char *t, void *i) { return (char *)t; }", "static struct argp p; p.doc = \"doc\"; p.help_filter = hit; FILE *n = fopen(\"/dev/null\", \"w\"); char x[] = \"x\"; argp_help(&p, n, ARGP_HELP_LONG | ARGP_HELP_DOC, x);"),
    "argp_version_hook": ("argp.h stdio.h stdlib.h", "static void hit(FILE *f, struct argp_state *s) {}", "argp_program_version_hook = hit; static struct argp p; char n[] = \"x\", o[] = \"--version\"; char *v[] = {n, o, 0}; argp_parse(&p, 2, v, ARGP_NO_EXIT, 0, 0); argp_program_version_hook = 0;"),
    "error_print_progname": ("error.h", "static void hit(void) {}", "error_print_progname = hit; error(0, 0, \"a\"); error_print_progname = 0;"),
    "error_at_line": ("error.h", "static void hit(void) {}", "error_print_progname = hit; error_at_line(0, 0, \"f\", 1, \"a\"); error_print_progname = 0;"),
    "register_printf": ("printf.h stdio.h", "static int hit(FILE *f, const struct printf_info *i, const void *const *a) { return 0; } static int hit_info(const struct printf_info *i, size_t n, int *t, int *s) { if (n) t[0] = PA_INT; return 1; }", "register_printf_specifier('W', hit, hit_info); const char *volatile f = \"%W\"; printf(f, 1); fflush(stdout);"),
    "readv": ("sys/uio.h unistd.h", "static void hit(void) {}", "void (*x)(void) = hit, (*y)(void); int fd[2]; if (pipe(fd)) abort(); struct iovec v = {&x, sizeof x}, w = {&y, sizeof y}; if (writev(fd[1], &v, 1) < 0 || readv(fd[0], &w, 1) < 0) abort(); y();"),
    "sendmsg": ("sys/socket.h sys/uio.h", "static void hit(void) {}", "void (*x)(void) = hit, (*y)(void); int fd[2]; socketpair(AF_UNIX, SOCK_DGRAM, 0, fd); struct iovec v = {&x, sizeof x}, w = {&y, sizeof y}; struct msghdr m, n; memset(&m, 0, sizeof m); n = m; m.msg_iov = &v; m.msg_iovlen = 1; n.msg_iov = &w; n.msg_iovlen = 1; sendmsg(fd[0], &m, 0); recvmsg(fd[1], &n, 0); y();"),
    "epoll": ("sys/epoll.h unistd.h", "struct X { void (*f)(void); }; static void hit(void) {}", "static struct X x = {hit}; int fd[2]; if (pipe(fd)) abort(); int e = epoll_create1(0); struct epoll_event v; v.events = EPOLLOUT; v.data.ptr = &x; epoll_ctl(e, EPOLL_CTL_ADD, fd[1], &v); struct epoll_event w; epoll_wait(e, &w, 1, 1000); ((struct X *)w.data.ptr)->f();"),
    "hsearch_none": ("search.h", "struct Q { struct Q *next, *prev; void (*f)(void); }; static void hit(void) {}", "static struct Q a = {0, 0, hit}, b; insque(&a, 0); insque(&b, &a); b.prev->f();"),
    "strtok_table": ("string.h", "struct E { const char *n; void (*f)(void); }; static void hit(void) {} static const struct E t[] = {{\"a\", hit}};", "char s[] = \"a b\"; for (char *w = strtok(s, \" \"); w; w = strtok(0, \" \")) for (int i = 0; i < 1; i++) if (!strcmp(t[i].n, w)) t[i].f();"),
    "setjmp": ("setjmp.h", "static jmp_buf b; static void hit(void) {} static void jump(void) { longjmp(b, 1); }", "if (setjmp(b)) hit(); else jump();"),
    "unwind_backtrace": ("unwind.h", "static _Unwind_Reason_Code hit(struct _Unwind_Context *c, void *p) { return _URC_NO_REASON; }", "_Unwind_Backtrace(hit, 0);"),
    "mmap_code": ("sys/mman.h", "struct X { void (*f)(void); }; static void hit(void) {}", "struct X *x = (struct X *)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); x->f = hit; x->f();"),
    "shmat_less": ("stdlib.h string.h", "struct X { void (*f)(void); }; static void hit(void) {}", "struct X a = {hit}; struct X *x = (struct X *)calloc(2, sizeof *x); memcpy(x, &a, sizeof a); struct X *y = (struct X *)realloc(x, 99); y->f();"),
    "posix_memalign": ("stdlib.h", "struct X { void (*f)(void); }; static void hit(void) {}", "void *p; if (posix_memalign(&p, 64, 64)) abort(); ((struct X *)p)->f = hit; ((struct X *)p)->f();"),
    "zlib_alloc": ("zlib.h stdlib.h", "static void *hit(void *o, unsigned n, unsigned s) { return calloc(n, s); } static void hit_free(void *o, void *p) { free(p); }", "z_stream z; memset(&z, 0, sizeof z); z.zalloc = hit; z.zfree = hit_free; deflateInit(&z, 1); deflateEnd(&z);"),
    "zlib_opaque": ("zlib.h stdlib.h", "struct X { void (*f)(void); }; static void hit(void) {} static void *take(void *o, unsigned n, unsigned s) { ((struct X *)o)->f(); return calloc(n, s); } static void give(void *o, void *p) { free(p); }", "static struct X x = {hit}; z_stream z; memset(&z, 0, sizeof z); z.zalloc = take; z.zfree = give; z.opaque = &x; inflateInit(&z); inflateEnd(&z);"),
}
ALONE = {"atexit", "on_exit", "on_exit_argument", "pthread_atfork", "fopencookie", "fopencookie_cookie", "register_printf",
         "obstack", "clone", "hsearch_none", "qsort"}

# C++: headers, declarations, what runs.
CPLUSPLUS = {
    "at_quick_exit": ("cstdlib", "static void hit() {}", "std::at_quick_exit(hit); std::quick_exit(0);"),
    "set_terminate": ("exception cstdlib", "static void hit() { _exit(0); }", "std::set_terminate(hit); throw 1;"),
    "noexcept_terminate": ("exception cstdlib", "static void hit() { _exit(0); } static void thrower() noexcept { throw 1; }", "std::set_terminate(hit); thrower();"),
    "terminate_get": ("exception cstdlib", "static void hit() { _exit(0); }", "std::set_terminate(hit); std::get_terminate()();"),
    "set_new_handler": ("new cstdlib", "static void hit() { _exit(0); }", "std::set_new_handler(hit); volatile size_t n = (size_t)1 << 62; char *volatile p = new char[n];"),
    "call_once": ("mutex", "static void hit() {}", "static std::once_flag o; std::call_once(o, hit);"),
    "thread": ("thread", "static void hit(int) {}", "std::thread(hit, 1).join();"),
    "thread_functor": ("thread", "struct F { void operator()() { } };", "std::thread(F()).join();"),
    "jthread": ("thread stop_token", "static void hit(std::stop_token) {}", "std::jthread t(hit);"),
    "stop_callback": ("stop_token", "static void hit() {}", "std::stop_source s; std::stop_callback c(s.get_token(), hit); s.request_stop();"),
    "async": ("future", "static int hit(int x) { return x; }", "std::async(hit, 1).get();"),
    "async_deferred": ("future", "static int hit(int x) { return x; }", "auto f = std::async(std::launch::deferred, hit, 1); f.wait();"),
    "packaged_task_thread": ("future thread", "static int hit() { return 1; }", "std::packaged_task<int()> t(hit); auto f = t.get_future(); std::thread(std::move(t)).join(); f.get();"),
    "condition_variable": ("condition_variable mutex", "static bool hit() { return true; }", "std::mutex m; std::unique_lock l(m); std::condition_variable c; c.wait(l, hit);"),
    "condition_variable_any": ("condition_variable", "struct L { void lock() {} void unlock() {} };", "L l; std::condition_variable_any c; c.wait_for(l, std::chrono::milliseconds(1)); "),
    "lockable": ("mutex", "struct L { void lock() {} void unlock() {} bool try_lock() { return true; } };", "L a, b; std::lock(a, b); a.unlock(); b.unlock(); std::scoped_lock s(a, b);"),
    "clock": ("condition_variable mutex chrono", "struct K { using duration = std::chrono::milliseconds; using rep = duration::rep; using period = duration::period; using time_point = std::chrono::time_point<K>; static constexpr bool is_steady = true; static time_point now() { return time_point(); } };", "std::mutex m; std::unique_lock l(m); std::condition_variable c; c.wait_until(l, K::now() + std::chrono::milliseconds(1));"),
    "sort": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{3, 1, 2}; std::sort(v.begin(), v.end(), hit);"),
    "sort_operator": ("algorithm", "struct V { int x; bool operator<(const V &o) const { return x < o.x; } };", "V v[] = {{2}, {1}}; std::sort(v, v + 2);"),
    "sort_spaceship": ("algorithm compare", "struct V { int x; auto operator<=>(const V &o) const { return x <=> o.x; } };", "V v[] = {{2}, {1}}; std::sort(v, v + 2);"),
    "stable_sort": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{3, 1, 2}; std::stable_sort(v.begin(), v.end(), hit);"),
    "partial_sort": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{3, 1, 2}; std::partial_sort(v.begin(), v.begin() + 1, v.end(), hit);"),
    "nth_element": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{3, 1, 2}; std::nth_element(v.begin(), v.begin() + 1, v.end(), hit);"),
    "heap": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{3, 1, 2}; std::make_heap(v.begin(), v.end(), hit); std::sort_heap(v.begin(), v.end(), hit);"),
    "bounds": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{1, 2}; std::lower_bound(v.begin(), v.end(), 1, hit); std::equal_range(v.begin(), v.end(), 1, hit);"),
    "merge": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{1, 2}, w(4); std::merge(v.begin(), v.end(), v.begin(), v.end(), w.begin(), hit);"),
    "set_union": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{1, 2}, w(4); std::set_union(v.begin(), v.end(), v.begin(), v.end(), w.begin(), hit);"),
    "min_element": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{1, 2}; std::minmax_element(v.begin(), v.end(), hit); std::max(1, 2, hit);"),
    "for_each": ("algorithm vector", "static void hit(int) {}", "std::vector<int> v{1}; std::for_each(v.begin(), v.end(), hit);"),
    "transform": ("algorithm vector", "static int hit(int x) { return x; }", "std::vector<int> v{1}; std::transform(v.begin(), v.end(), v.begin(), hit);"),
    "find_if": ("algorithm vector", "static bool hit(int x) { return x; }", "std::vector<int> v{1}; std::find_if(v.begin(), v.end(), hit); std::count_if(v.begin(), v.end(), hit);"),
    "remove_if": ("algorithm vector", "static bool hit(int x) { return x; }", "std::vector<int> v{1, 0}; std::remove_if(v.begin(), v.end(), hit);"),
    "partition": ("algorithm vector", "static bool hit(int x) { return x; }", "std::vector<int> v{1, 0}; std::stable_partition(v.begin(), v.end(), hit);"),
    "unique": ("algorithm vector", "static bool hit(int a, int b) { return a == b; }", "std::vector<int> v{1, 1}; std::unique(v.begin(), v.end(), hit);"),
    "generate": ("algorithm vector", "static int hit() { return 1; }", "std::vector<int> v(2); std::generate(v.begin(), v.end(), hit);"),
    "accumulate": ("numeric vector", "static int hit(int a, int b) { return a + b; }", "std::vector<int> v{1, 2}; std::accumulate(v.begin(), v.end(), 0, hit); std::partial_sum(v.begin(), v.end(), v.begin(), hit);"),
    "inner_product": ("numeric vector", "static int hit(int a, int b) { return a + b; } static int hit2(int a, int b) { return a * b; }", "std::vector<int> v{1, 2}; std::inner_product(v.begin(), v.end(), v.begin(), 0, hit, hit2); std::transform_reduce(v.begin(), v.end(), v.begin(), 0, hit, hit2);"),
    "search": ("algorithm vector", "static bool hit(int a, int b) { return a == b; }", "std::vector<int> v{1, 2}; std::search(v.begin(), v.end(), v.begin(), v.end(), hit); std::equal(v.begin(), v.end(), v.begin(), hit);"),
    "next_permutation": ("algorithm vector", "static bool hit(int a, int b) { return a < b; }", "std::vector<int> v{1, 2}; std::next_permutation(v.begin(), v.end(), hit);"),
    "ranges_sort": ("algorithm vector ranges", "static bool hit(int a, int b) { return a < b; } static int hit2(int a) { return a; }", "std::vector<int> v{3, 1}; std::ranges::sort(v, hit, hit2);"),
    "views": ("ranges vector", "static int hit(int a) { return a; } static bool hit2(int a) { return true; }", "std::vector<int> v{3, 1}; for (int x : v | std::views::transform(hit) | std::views::filter(hit2)) (void)x;"),
    "valarray": ("valarray", "static int hit(int a) { return a; }", "std::valarray<int> v{1, 2}; std::valarray<int> w = v.apply(hit);"),
    "map_compare": ("map", "struct Less { bool operator()(int a, int b) const { return a < b; } };", "std::map<int, int, Less> m; m[1] = 2; m[2] = 3;"),
    "map_compare_pointer": ("map", "static bool hit(int a, int b) { return a < b; }", "std::map<int, int, bool (*)(int, int)> m(hit); m[1] = 2; m[2] = 3;"),
    "set_operator": ("set", "struct V { int x; bool operator<(const V &o) const { return x < o.x; } };", "std::set<V> s{{1}, {2}};"),
    "hash": ("unordered_map", "struct V { int x; bool operator==(const V &o) const { return x == o.x; } }; struct H { size_t operator()(const V &v) const { return 1; } };", "std::unordered_map<V, int, H> m; m[{1}] = 1; m[{2}] = 2;"),
    "hash_pointer": ("unordered_set", "static size_t hit(int x) { return 1; } static bool hit2(int a, int b) { return a == b; }", "std::unordered_set<int, size_t (*)(int), bool (*)(int, int)> s(8, hit, hit2); s.insert(1); s.insert(2);"),
    "priority_queue": ("queue vector", "static bool hit(int a, int b) { return a < b; }", "std::priority_queue<int, std::vector<int>, bool (*)(int, int)> q(hit); q.push(1); q.push(2);"),
    "list_sort": ("list", "static bool hit(int a, int b) { return a < b; } static bool hit2(int a) { return true; }", "std::list<int> l{2, 1}; l.sort(hit); l.remove_if(hit2);"),
    "unique_ptr_deleter": ("memory", "static void hit(int *p) { delete p; }", "std::unique_ptr<int, void (*)(int *)> p(new int, hit);"),
    "shared_ptr_deleter": ("memory", "static void hit(int *p) { delete p; }", "std::shared_ptr<int> p(new int, hit); auto q = p;"),
    "shared_ptr_destructor": ("memory", "struct B { virtual ~B() {} }; struct D : B { ~D() override {} };", "std::shared_ptr<B> p = std::make_shared<D>(); std::shared_ptr<B> q(new D);"),
    "shared_from_this": ("memory", "struct B : std::enable_shared_from_this<B> { ~B() {} int hit() { return 1; } };", "auto p = std::make_shared<B>(); p->shared_from_this()->hit();"),
    "allocator": ("vector", "template <class T> struct A { using value_type = T; A() {} template <class U> A(const A<U> &) {} T *allocate(size_t n) { return (T *)malloc(n * sizeof(T)); } void deallocate(T *p, size_t) { free(p); } bool operator==(const A &) const { return true; } };", "std::vector<int, A<int>> v; v.push_back(1);"),
    "memory_resource": ("memory_resource vector", "struct R : std::pmr::memory_resource { void *do_allocate(size_t n, size_t) override { return malloc(n); } void do_deallocate(void *p, size_t, size_t) override { free(p); } bool do_is_equal(const memory_resource &o) const noexcept override { return true; } };", "R r; { std::pmr::vector<int> v(&r); v.push_back(1); } std::pmr::monotonic_buffer_resource m(&r); std::pmr::vector<int> w(&m); w.push_back(1);"),
    "default_resource": ("memory_resource vector", "struct R : std::pmr::memory_resource { void *do_allocate(size_t n, size_t) override { return malloc(n); } void do_deallocate(void *p, size_t, size_t) override { free(p); } bool do_is_equal(const memory_resource &o) const noexcept override { return true; } };", "static R r; std::pmr::set_default_resource(&r); std::pmr::vector<int> v; v.push_back(1); std::pmr::set_default_resource(nullptr);"),
    "visit": ("variant", "struct V { int operator()(int) { return 1; } int operator()(long) { return 2; } };", "std::variant<int, long> v = 2L; std::visit(V(), v); v = 1; std::visit(V(), v);"),
    "visit_lambda": ("variant", "static int hit(int) { return 1; }", "std::variant<int, char> v = 1; std::visit([](auto x) { return hit(x); }, v);"),
    "any_destroys": ("any", "struct D { D() {} D(const D &) {} ~D() {} };", "std::any a = D(); std::any b = a; a.reset();"),
    "function_target": ("functional", "static int hit(int x) { return x; }", "std::function<int(int)> f = hit; (*f.target<int (*)(int)>())(1);"),
    "bind_nested": ("functional", "static int hit(int a, int b) { return a + b; } static int hit2(int a) { return a; }", "using namespace std::placeholders; std::bind(hit, std::bind(hit2, _1), 2)(1);"),
    "reference_call": ("functional", "static int hit(int x) { return x; }", "std::ref(hit)(1);"),
    "apply_tuple": ("tuple", "static int hit(int a, int b) { return a + b; }", "std::apply(hit, std::make_pair(1, 2));"),
    "streambuf": ("streambuf ostream istream", "struct B : std::streambuf { int overflow(int c) override { return c; } std::streamsize xsputn(const char *s, std::streamsize n) override { return n; } int sync() override { return 0; } int underflow() override { return EOF; } pos_type seekoff(off_type o, std::ios_base::seekdir d, std::ios_base::openmode m) override { return 0; } };",
                  "B b; std::ostream o(&b); o << 'a' << \"abc\" << 12 << std::flush; o.tellp(); std::istream i(&b); i.get();"),
    "ios_callback": ("ios sstream", "static void hit(std::ios_base::event e, std::ios_base &i, int n) {}", "std::ostringstream o; o.register_callback(hit, 1); o.imbue(std::locale::classic());"),
    "manipulator": ("ostream sstream", "static std::ostream &hit(std::ostream &o) { return o; } static std::ios_base &hit2(std::ios_base &o) { return o; }", "std::ostringstream o; o << hit << hit2;"),
    "shift_operator": ("ostream sstream iterator algorithm", "struct V {}; std::ostream &operator<<(std::ostream &o, const V &) { return o; }", "std::ostringstream o; V v[2]; std::copy(v, v + 2, std::ostream_iterator<V>(o));"),
    "facet_numpunct": ("locale sstream", "struct P : std::numpunct<char> { char do_decimal_point() const override { return ','; } std::string do_grouping() const override { return \"\\3\"; } char do_thousands_sep() const override { return '.'; } std::string do_truename() const override { return \"yes\"; } };", "std::ostringstream o; o.imbue(std::locale(o.getloc(), new P)); o << 1234.5 << std::boolalpha << true;"),
    "facet_ctype": ("locale sstream", "struct P : std::ctype<wchar_t> { bool do_is(mask m, wchar_t c) const override { return false; } wchar_t do_toupper(wchar_t c) const override { return c; } wchar_t do_widen(char c) const override { return (wchar_t)c; } };", "std::wstringstream o; o.imbue(std::locale(o.getloc(), new P)); std::toupper(L'a', o.getloc()); o << \"a\"; std::wstring s; o >> s;"),
    "facet_codecvt": ("locale fstream", "struct P : std::codecvt<char, char, mbstate_t> { bool do_always_noconv() const noexcept override { return false; } result do_out(mbstate_t &s, const char *f, const char *e, const char *&n, char *t, char *te, char *&tn) const override { n = e; tn = t; return ok; } };", "std::ofstream o; o.imbue(std::locale(std::locale(), new P)); o.open(\"/dev/null\"); o << \"abc\" << std::flush;"),
    "facet_collate": ("locale regex", "struct P : std::collate<char> { int do_compare(const char *a, const char *b, const char *c, const char *d) const override { return 0; } std::string do_transform(const char *a, const char *b) const override { return \"\"; } };", "std::locale l(std::locale(), new P); std::use_facet<std::collate<char>>(l).compare(\"a\", \"a\", \"b\", \"b\"); l(std::string(\"a\"), std::string(\"b\"));"),
    "char_traits": ("string", "struct T : std::char_traits<char> { static bool eq(char a, char b) { return a == b; } static bool lt(char a, char b) { return a < b; } static int compare(const char *a, const char *b, size_t n) { return 0; } static size_t length(const char *s) { return 1; } };", "std::basic_string<char, T> a(\"a\"), b(\"b\"); (void)(a == b); a.compare(b);"),
    "what": ("exception stdexcept", "struct E : std::exception { const char *what() const noexcept override { return \"e\"; } };", "try { throw E(); } catch (const std::exception &e) { e.what(); }"),
    "what_runtime": ("stdexcept", "struct E : std::runtime_error { using runtime_error::runtime_error; const char *what() const noexcept override { return \"e\"; } ~E() override {} };", "try { throw E(\"a\"); } catch (const std::runtime_error &e) { e.what(); }"),
    "exception_ptr": ("exception", "struct E { E() {} E(const E &) {} ~E() {} int hit() { return 1; } };", "std::exception_ptr p = std::make_exception_ptr(E()); try { std::rethrow_exception(p); } catch (E &e) { e.hit(); }"),
    "current_exception": ("exception", "struct E { ~E() {} virtual int hit() { return 1; } }; struct F : E { int hit() override { return 2; } };", "std::exception_ptr p; try { throw F(); } catch (...) { p = std::current_exception(); } try { std::rethrow_exception(p); } catch (E &e) { e.hit(); }"),
    "nested_exception": ("exception", "struct E { virtual ~E() {} virtual int hit() { return 1; } };", "try { try { throw 1; } catch (...) { std::throw_with_nested(E()); } } catch (E &e) { e.hit(); try { std::rethrow_if_nested(e); } catch (int) {} }"),
    "catch_copy": ("", "struct E { E() {} E(const E &) {} ~E() {} };", "try { throw E(); } catch (E e) { }"),
    "error_category": ("system_error string", "struct K : std::error_category { const char *name() const noexcept override { return \"k\"; } std::string message(int) const override { return \"m\"; } bool equivalent(int, const std::error_condition &) const noexcept override { return true; } std::error_condition default_error_condition(int i) const noexcept override { return std::error_condition(i, *this); } };", "static K k; std::error_code c(1, k); c.message(); c.default_error_condition(); (void)(c == std::errc::invalid_argument); std::system_error e(c, \"x\"); e.what();"),
    "random_engine": ("random algorithm", "struct G { using result_type = unsigned; static constexpr unsigned min() { return 0; } static constexpr unsigned max() { return 99; } unsigned operator()() { return 4; } };", "G g; std::uniform_int_distribution<int> d(1, 6); d(g); int a[] = {1, 2, 3}; std::shuffle(a, a + 3, g);"),
    "iterator": ("algorithm iterator", "struct I { using iterator_category = std::forward_iterator_tag; using value_type = int; using difference_type = long; using pointer = int *; using reference = int &; int *p; int &operator*() const { return *p; } I &operator++() { p++; return *this; } I operator++(int) { return *this; } bool operator==(const I &o) const { return p == o.p; } };", "int a[] = {1, 2}; std::find(I{a}, I{a + 2}, 2); std::distance(I{a}, I{a + 2});"),
    "range_for": ("", "struct R { int a[2]; int *begin() { return a; } int *end() { return a + 2; } };", "R r{{1, 2}}; for (int &x : r) x++;"),
    "swap_found": ("utility algorithm", "struct V { int x; friend void swap(V &a, V &b) { int t = a.x; a.x = b.x; b.x = t; } };", "V v[] = {{1}, {2}}; std::iter_swap(v, v + 1); std::reverse(v, v + 2);"),
    "get_protocol": ("tuple", "struct V { int x; template <size_t I> int get() const { return x; } };", "V v{1}; v.get<0>();"),
    "conversion": ("", "struct V { operator bool() const { return true; } explicit operator int() const { return 1; } };", "V v; if (v) (void)static_cast<int>(v);"),
    "literal": ("", "static int operator\"\"_hit(unsigned long long x) { return (int)x; }", "(void)(1_hit);"),
    "arrow_chain": ("", "struct A { int hit() { return 1; } }; struct B { A *a; A *operator->() { return a; } }; struct D { B b; B operator->() { return b; } };", "A a; D d{{&a}}; d->hit();"),
    "coroutine": ("coroutine", "struct G { struct promise_type { int v = 0; G get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(int x) { v = x; return {}; } void return_void() {} void unhandled_exception() {} }; std::coroutine_handle<promise_type> h; ~G() { h.destroy(); } }; static int hit() { return 1; } static G gen() { co_yield hit(); co_yield 2; }",
                  "G g = gen(); g.h.resume(); g.h.resume(); g.h.resume();"),
    "awaiter": ("coroutine", "struct T { struct promise_type { T get_return_object() { return {}; } std::suspend_never initial_suspend() { return {}; } std::suspend_never final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() {} }; }; static std::coroutine_handle<> kept; struct A { bool await_ready() { return false; } void await_suspend(std::coroutine_handle<> h) { kept = h; } int await_resume() { return 1; } }; static void hit() {} static T go() { co_await A(); hit(); }",
                "go(); kept.resume();"),
    "static_destructor": ("", "struct D { ~D() {} }; static D d; static D &local() { static D e; return e; }", "(void)d; local();"),
    "thread_local_destructor": ("thread", "struct D { int x = 0; ~D() {} }; static thread_local D d;", "std::thread([] { d.x = 1; }).join();"),
    "array_destructors": ("", "struct D { D() {} ~D() {} };", "D *d = new D[3]; delete[] d; D e[2];"),
    "virtual_delete": ("", "struct B { virtual ~B() {} }; struct D : B { ~D() override {} static void operator delete(void *p) { free(p); } };", "B *b = new D; delete b;"),
    "class_new": ("new", "struct D { static void *operator new(size_t n) { return malloc(n); } static void operator delete(void *p) { free(p); } };", "delete new D;"),
    "dynamic_dispatch_in_constructor": ("", "struct B { B() { call(); } void call() { hit(); } virtual void hit() {} virtual ~B() {} }; struct D : B { void hit() override {} };", "D d; d.call();"),
    "virtual_base_call": ("", "struct V { virtual int hit() { return 1; } }; struct A : virtual V {}; struct B : virtual V { int hit() override { return 2; } }; struct D : A, B {};", "D d; A *a = &d; a->hit(); V *v = &d; v->hit();"),
    "delegating": ("", "struct D { D() : D(1) {} D(int) {} };", "D d;"),
    "conversion_thunk": ("", "struct A { virtual int a() { return 1; } }; struct B { virtual int hit() { return 1; } }; struct D : A, B { int hit() override { return 2; } };", "D d; B *b = &d; b->hit();"),
    "com_style": ("", "struct I { virtual int hit(int) = 0; virtual int hit2() = 0; }; struct D : I { int hit(int x) override { return x; } int hit2() override { return 1; } }; typedef int (*F)(void *, int);", "D d; void *o = &d; (*(F **)o)[0](o, 1); ((int (*)(void *))(*(void ***)o)[1])(o);"),
    "com_struct": ("", "struct D { virtual int hit(int x) { return x; } virtual int hit2() { return 1; } }; struct Vt { int (*a)(void *, int); int (*b)(void *); }; struct Raw { const Vt *v; };", "D d; Raw *o = (Raw *)&d; o->v->a(o, 1); o->v->b(o);"),
    "com_copied_table": ("", "struct D { virtual int hit(int x) { return x; } virtual int hit2() { return 1; } }; typedef int (*F)(void *, int);", "D d; void *copy[2]; memcpy(copy, *(void **)&d, sizeof copy); ((F)copy[0])(&d, 1); *(void ***)&d = copy; D *volatile p = &d; p->hit2();"),
    "com_handle": ("", "struct I { virtual int hit(int) = 0; }; struct D : I { int hit(int x) override { return x; } }; static void *make() { return new D; } struct Tab { int (*f)(void *, int); }; static int call(void *o) { Tab *t = *(Tab **)o; return t->f(o, 1); }", "call(make());"),
}
CPLUSPLUS_ALONE = {"at_quick_exit", "set_terminate", "noexcept_terminate", "terminate_get", "set_new_handler", "literal",
                   "com_style", "com_struct", "com_copied_table", "com_handle", "default_resource", "shift_operator"}

# The program replaces what libraries call by name.
NEW = "static int n; static void hit() { n++; } static void hit2() { n--; }\n"
FORMS = {
    "new": "void *operator new(size_t s) { hit(); return malloc(s); } void operator delete(void *p) noexcept { hit2(); free(p); }",
    "new_sized": "void *operator new(size_t s) { hit(); return malloc(s); } void operator delete(void *p) noexcept { free(p); } void operator delete(void *p, size_t) noexcept { hit2(); free(p); }",
    "new_array": "void *operator new[](size_t s) { hit(); return malloc(s); } void operator delete[](void *p) noexcept { hit2(); free(p); }",
    "new_nothrow": "void *operator new(size_t s, const std::nothrow_t &) noexcept { hit(); return malloc(s); } void operator delete(void *p) noexcept { hit2(); free(p); }",
    "new_aligned": "void *operator new(size_t s, std::align_val_t a) { hit(); return aligned_alloc((size_t)a, s); } void operator delete(void *p, std::align_val_t) noexcept { hit2(); free(p); }",
    "malloc": "extern \"C\" void *__libc_malloc(size_t); extern \"C\" void __libc_free(void *); extern \"C\" void *malloc(size_t s) { hit(); return __libc_malloc(s); } extern \"C\" void free(void *p) { hit2(); __libc_free(p); }",
}
USERS = {
    "runtime_error": ("stdexcept", "std::runtime_error e(\"a message that is long enough to be kept elsewhere\");"),
    "string": ("string", "volatile size_t n = 99; std::string s(n, 'a'); s += s; s.reserve(400);"),
    "getline": ("sstream string", "std::istringstream i(std::string(300, 'a')); std::string s; std::getline(i, s);"),
    "exception_ptr": ("exception", "auto p = std::make_exception_ptr(1);"),
    "ostringstream": ("sstream", "std::ostringstream o; o << 1.5 << std::string(300, 'x'); o.str();"),
    "vector": ("vector", "std::vector<int> v; for (int i = 0; i < 9; i++) v.push_back(i);"),
    "map": ("map string", "std::map<std::string, int> m; m[\"a\"] = 1;"),
    "make_shared": ("memory", "auto p = std::make_shared<long>(1);"),
    "stable_sort": ("algorithm vector", "std::vector<int> v(99); std::stable_sort(v.begin(), v.end());"),
    "array_falls_to_new": ("new", "char *volatile p = new char[9]; delete[] p;"),
    "nothrow_falls_to_new": ("new", "char *volatile p = new (std::nothrow) char; delete p; char *volatile q = new (std::nothrow) char[4]; delete[] q;"),
    "aligned": ("new", "struct alignas(64) V { char c[64]; }; V *volatile p = new V; delete p; V *volatile q = new V[2]; delete[] q;"),
    "locale": ("locale", "std::locale l(std::locale::classic(), new std::numpunct<char>);"),
    "thread": ("thread", "std::thread([] {}).join();"),
    "throw": ("", "try { throw 1; } catch (int) {}"),
    "strdup": ("cstring", "free(strdup(\"a\"));"),
    "fopen": ("cstdio", "fclose(fopen(\"/dev/null\", \"r\"));"),
}

REPLACED = {
    "pure_virtual": ("", "extern \"C\" void __cxa_pure_virtual() { _exit(0); } struct B { B() { call(); } void call() { hit(); } virtual void hit() = 0; }; struct D : B { void hit() override {} };", "D d;"),
    "throw_function": ("vector stdexcept", "namespace std { void __throw_out_of_range_fmt(const char *, ...) { _exit(0); } }", "std::vector<int> v(1); v.at(5);"),
    "verbose_terminate": ("exception", "namespace __gnu_cxx { void __verbose_terminate_handler() { _exit(0); } }", "throw 1;"),
    "allocate_exception": ("exception", "extern \"C\" void *__cxa_allocate_exception(size_t n) noexcept { char *p = (char *)calloc(1, n + 256); return p + 128; }", "auto p = std::make_exception_ptr(1); (void)p; _exit(0);"),
    "strlen": ("stdexcept string", "extern \"C\" size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }", "std::runtime_error e(\"abc\");"),
    "write": ("iostream", "static int hit() { return 1; } extern \"C\" ssize_t writev(int, const struct iovec *, int) { hit(); return 0; }", "std::cout << 1 << std::flush;"),
    "getenv": ("locale", "extern \"C\" char *getenv(const char *) { return nullptr; }", "try { std::locale l(\"\"); } catch (...) {} getenv(\"A\");"),
    "pthread_create": ("thread pthread.h", "extern \"C\" int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) noexcept { return 11; }", "try { std::thread([] {}).join(); } catch (...) {}"),
}


def posix():
    for name, (headers, code, run) in POSIX.items():
        text = code + "\nstatic void run(void) { " + run + " }\n"
        flags = {"libraries": ["-lz", "-lrt", "-lanl"]}
        alone = name in ALONE
        plain = "#define" in code
        yield {"name": name + "-c++", "code": text, "headers": headers.split(), "alone": alone or plain,
               "feature": "library callbacks, C++", **flags}
        yield {"name": name + "-c", "code": text, "headers": headers.split(), "alone": True, "c": True,
               "feature": "library callbacks, C", **flags}


def cplusplus():
    for name, (headers, code, run) in CPLUSPLUS.items():
        yield {"name": name, "code": code + "\nstatic void run() { " + run + " }\n", "headers": headers.split(),
               "alone": name in CPLUSPLUS_ALONE, "feature": "libstdc++ and the language"}


def replaced():
    for form, code in FORMS.items():
        for user, (headers, run) in USERS.items():
            if allocates(form, user):
                yield {"name": "replaced-%s-%s" % (form, user), "alone": True, "feature": "replaced operator new, malloc",
                       "code": NEW + code + "\nstatic void run() { " + run + " }\n", "headers": headers.split()}
    for name, (headers, code, run) in REPLACED.items():
        yield {"name": "replaced-" + name, "alone": True, "feature": "replaced library functions", "headers": headers.split(),
               "code": code + "\nstatic void run() { " + run + " }\n"}


def allocates(form, user):
    """Pairs worth testing, and not all of those: a file each."""
    if form == "new":
        return user not in ("throw", "strdup", "fopen", "aligned")
    wanted = {"new_sized": ("string", "vector", "exception_ptr"), "new_array": ("array_falls_to_new", "getline", "stable_sort"),
              "new_nothrow": ("nothrow_falls_to_new", "stable_sort"), "new_aligned": ("aligned",),
              "malloc": ("runtime_error", "string", "throw", "strdup", "fopen", "array_falls_to_new", "exception_ptr")}
    return user in wanted[form]


def cases():
    return list(posix()) + list(cplusplus()) + list(replaced())
