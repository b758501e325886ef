/* packages: ; libraries: libperl.so.5.36 */
/* What is listed no header declares. */
