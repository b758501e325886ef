/* A library that nothing describes. */
struct sqlite3;
extern "C" void undescribed_manage(struct sqlite3 *);
