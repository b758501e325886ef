/* packages: libssh2; libraries: libssh2.so.1 */
#include <libssh2.h>
#include <libssh2_sftp.h>
#include <libssh2_publickey.h>
