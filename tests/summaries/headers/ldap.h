/* packages: ldap lber; libraries: libldap-2.5.so.0 liblber-2.5.so.0 */
#include <wchar.h>
#include <ldap.h>
#include <lber.h>
#include <ldap_schema.h>
#include <ldap_utf8.h>
#include <ldif.h>
