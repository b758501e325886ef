/* A library of C++ that nothing describes. */
namespace undescribed {
void keep(void *);
}
