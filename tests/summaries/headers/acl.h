/* packages: libacl libattr; libraries: libacl.so.1 libattr.so.1 */
#include <sys/types.h>
#include <sys/acl.h>
#include <acl/libacl.h>
#include <attr/libattr.h>
#include <attr/error_context.h>
#include <attr/attributes.h>
