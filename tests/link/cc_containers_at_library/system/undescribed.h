/* A library of C that nothing describes. */
extern "C" void undescribed_keep(void *);
