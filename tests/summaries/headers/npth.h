/* packages: ; libraries: libnpth.so */
#include <npth.h>
