/* packages: krb5 krb5-gssapi com_err; libraries: libkrb5.so.3 libk5crypto.so.3 libcom_err.so.2 libgssapi_krb5.so.2 */
#include <krb5.h>
#include <gssapi/gssapi.h>
#include <gssapi/gssapi_ext.h>
#include <gssapi/gssapi_krb5.h>
#include <com_err.h>
#include <profile.h>
