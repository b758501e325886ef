/* packages: libselinux; libraries: libselinux.so.1 */
#include <selinux/selinux.h>

#include <selinux/avc.h>
#include <selinux/context.h>
#include <selinux/get_context_list.h>
#include <selinux/get_default_type.h>
#include <selinux/label.h>
#include <selinux/restorecon.h>
