/* A library of C that nothing describes. */
extern "C" {
typedef void (*undescribed_handler)(void);
void undescribed_run(const undescribed_handler *, int);
}
