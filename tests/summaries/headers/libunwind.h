/* packages: libunwind libunwind-generic libunwind-ptrace; libraries: libunwind.so.8 libunwind-x86_64.so.8 libunwind-ptrace.so.0 */
#include <libunwind.h>
#include <libunwind-ptrace.h>
