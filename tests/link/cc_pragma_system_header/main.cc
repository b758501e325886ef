/* A header of the program calls itself a system header to silence warnings: helper() is no library's. */
#include "helper.h"

int named() { return 2; }

int main() { return helper() - 2; }
