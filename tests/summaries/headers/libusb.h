/* packages: libusb-1.0; libraries: libusb-1.0.so.0 */
#include <libusb.h>
