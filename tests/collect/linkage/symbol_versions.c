/* A name with the default version is called by programs linked from now on, others by older ones. */
__asm__(".symver old, call@V1\n.symver now, call@@V2");
__asm__(".symver missing, absent@@V2");
int call(int (*)(int));
int old(int (*c)(int)) { return c(1); }
int now(int (*c)(int)) { return c(2); }
int defined(void) { return 0; }
int also(void) { return 1; }
__asm__(".symver also, defined@@V2");
int user(int (*c)(int)) { return call(c); }
