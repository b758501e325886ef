/* packages: libfl; libraries: libfl.so.2 */
int yywrap(void);
int yyerror(const char *text);
