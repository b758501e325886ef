/* What the case needs of pcap.h. */
typedef struct pcap pcap_t;
struct pcap_pkthdr {
    unsigned caplen, len;
};
typedef void (*pcap_handler)(unsigned char *user, const struct pcap_pkthdr *header,
                             const unsigned char *bytes);
pcap_t *pcap_open_offline(const char *name, char *error);
int pcap_loop(pcap_t *pcap, int count, pcap_handler handler, unsigned char *user);
void pcap_close(pcap_t *pcap);
