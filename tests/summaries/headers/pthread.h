/* packages: ; libraries: libc.so.6 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
