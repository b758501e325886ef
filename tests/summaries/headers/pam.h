/* packages: pam pam_misc; libraries: libpam.so.0 libpam_misc.so.0 */
#include <security/pam_appl.h>
#include <security/pam_modules.h>
#include <security/pam_ext.h>
#include <security/pam_modutil.h>
#include <security/pam_misc.h>
