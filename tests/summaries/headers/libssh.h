/* packages: libssh; libraries: libssh.so.4 */
#include <libssh/libssh.h>
#include <libssh/callbacks.h>
#include <libssh/sftp.h>
#include <libssh/server.h>
#include <libssh/ssh2.h>
