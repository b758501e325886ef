/* packages: libpcap; libraries: libpcap.so.0.8 */
#include <pcap.h>
