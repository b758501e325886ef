#include <vendor.h>
#ifndef BOARD
#error "a wrapper defines BOARD"
#endif
int start(void) { return vendor_call(BOARD); }
