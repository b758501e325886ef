/* The handler gets what was handed over, and is called only while packets are read. */
#include "outside_pcap.h"
#include <stdlib.h>

struct counter {
    void (*count)(unsigned length);
};
static void count(unsigned length)
{
}
static void never(unsigned length)
{
}
static void packet(unsigned char *user, const struct pcap_pkthdr *header,
                   const unsigned char *bytes)
{
    struct counter *counter = (struct counter *)user;
    counter->count(header->len);
}
static void not_passed(unsigned char *user, const struct pcap_pkthdr *header,
                       const unsigned char *bytes)
{
    never(header->len);
}
static void leave(void)
{
    exit(0);
}
int main(void)
{
    struct counter counter = {count};
    char error[256];
    pcap_t *pcap = pcap_open_offline("packets", error);
    pcap_loop(pcap, -1, packet, (unsigned char *)&counter);
    pcap_close(pcap);
    leave();
    return 0;
}
