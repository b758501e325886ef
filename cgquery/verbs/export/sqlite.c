/*
 * Writes a database. Rows are inserted in order of their keys and indexes are created afterwards,
 * all in one transaction and without a journal, since nobody uses the file before it has its name.
 * Constraints are for programs that change the database later and are not checked here: for each
 * row SQLite would build a table of the words of each IN.
 */
#include "verbs/export/sqlite.h"

#include <stdlib.h>
#include <string.h>

static const char settings[] = "PRAGMA page_size = 4096;"
                               "PRAGMA journal_mode = OFF;"
                               "PRAGMA locking_mode = EXCLUSIVE;"
                               "PRAGMA cache_size = -65536;"
                               "PRAGMA secure_delete = ON;" /* unused members are zero */
                               "PRAGMA ignore_check_constraints = ON;"
                               "PRAGMA user_version = 1;"
                               "BEGIN;";

static const char tables[] =
    "CREATE TABLE info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;\n"
    "CREATE TABLE functions (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  name TEXT NOT NULL,\n"
    "  demangled TEXT NOT NULL,\n"
    "  file TEXT,\n"
    "  line INTEGER,\n"
    "  column INTEGER,\n"
    "  linkage TEXT CHECK (linkage IN ('external', 'weak', 'internal')),\n"
    "  is_defined INTEGER NOT NULL,\n"
    "  is_virtual INTEGER NOT NULL,\n"
    "  is_entry INTEGER NOT NULL);\n"
    "CREATE TABLE names (\n"
    "  name TEXT NOT NULL,\n"
    "  function INTEGER NOT NULL REFERENCES functions,\n"
    "  PRIMARY KEY (name, function)) WITHOUT ROWID;\n"
    "CREATE TABLE calls (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  caller INTEGER NOT NULL REFERENCES functions,\n"
    "  callee INTEGER NOT NULL REFERENCES functions,\n"
    "  kinds TEXT NOT NULL,\n"
    "  is_guess INTEGER NOT NULL,\n"
    "  is_observed INTEGER NOT NULL);\n"
    "CREATE TABLE sites (\n"
    "  call INTEGER NOT NULL REFERENCES calls,\n"
    "  file TEXT,\n"
    "  line INTEGER,\n"
    "  column INTEGER,\n"
    "  kind TEXT NOT NULL,\n"
    "  through TEXT,\n"
    "  loops INTEGER NOT NULL);\n"
    "CREATE TABLE unresolved_calls (\n"
    "  function INTEGER NOT NULL REFERENCES functions,\n"
    "  file TEXT,\n"
    "  line INTEGER,\n"
    "  column INTEGER,\n"
    "  reason TEXT,\n"
    "  type TEXT,\n"
    "  receiver TEXT,\n"
    "  slot INTEGER,\n"
    "  unknown TEXT,\n"
    "  causes TEXT,\n"
    "  through TEXT,\n"
    "  loops INTEGER NOT NULL);\n"
    "CREATE TABLE address_taken (\n"
    "  function INTEGER NOT NULL REFERENCES functions,\n"
    "  file TEXT,\n"
    "  line INTEGER,\n"
    "  column INTEGER);\n"
    "CREATE TABLE overrides (\n"
    "  derived INTEGER NOT NULL REFERENCES functions,\n"
    "  base INTEGER NOT NULL REFERENCES functions,\n"
    "  PRIMARY KEY (derived, base)) WITHOUT ROWID;\n"
    "CREATE TABLE metadata (\n"
    "  place TEXT NOT NULL CHECK (place IN ('call', 'file', 'function', 'function+', 'graph')),\n"
    "  id INTEGER NOT NULL,\n"
    "  key TEXT NOT NULL,\n"
    "  value TEXT NOT NULL,\n"
    "  PRIMARY KEY (place, id, key)) WITHOUT ROWID;\n";

static const char indexes[] =
    "CREATE INDEX functions_name ON functions (name);\n"
    "CREATE INDEX functions_demangled ON functions (demangled);\n"
    "CREATE INDEX functions_file ON functions (file, line);\n"
    "CREATE INDEX names_function ON names (function);\n"
    "CREATE UNIQUE INDEX calls_caller ON calls (caller, callee);\n"
    "CREATE INDEX calls_callee ON calls (callee, caller);\n"
    "CREATE INDEX sites_call ON sites (call);\n"
    "CREATE INDEX sites_file ON sites (file, line);\n"
    "CREATE INDEX unresolved_calls_function ON unresolved_calls (function);\n"
    "CREATE INDEX address_taken_function ON address_taken (function);\n"
    "CREATE INDEX overrides_base ON overrides (base, derived);\n"
    "CREATE INDEX metadata_key ON metadata (key, place, id);\n"
    "CREATE VIEW callers AS\n"
    "  SELECT f.id AS function_id, f.demangled AS function, c.id AS call, g.id AS caller_id,\n"
    "    g.demangled AS caller, c.kinds\n"
    "  FROM functions f JOIN calls c ON c.callee = f.id JOIN functions g ON g.id = c.caller;\n"
    "CREATE VIEW callees AS\n"
    "  SELECT f.id AS function_id, f.demangled AS function, c.id AS call, g.id AS callee_id,\n"
    "    g.demangled AS callee, c.kinds\n"
    "  FROM functions f JOIN calls c ON c.caller = f.id JOIN functions g ON g.id = c.callee;\n"
    "CREATE VIEW reached AS\n"
    "  WITH RECURSIVE reach (id) AS (\n"
    "    SELECT id FROM functions WHERE is_entry\n"
    "    UNION\n"
    "    SELECT c.callee FROM reach JOIN calls c ON c.caller = reach.id WHERE NOT c.is_guess)\n"
    "  SELECT f.* FROM reach JOIN functions f ON f.id = reach.id;\n"
    "COMMIT;";

static void run_text(struct database *d, const char *sql)
{
    if (!d->status) {
        d->status = sqlite3_exec(d->db, sql, NULL, NULL, NULL);
    }
}

static void write_info(struct database *d, const char *key, const char *value)
{
    database_text(d, 1, key);
    database_text(d, 2, value);
    database_insert(d);
}

static void write_numbers(struct database *d)
{
    char *nodes = g_strdup_printf("%u", (unsigned)d->x->node_count);
    char *edges = g_strdup_printf("%u", (unsigned)d->x->edge_count);
    database_prepare(d, "INSERT INTO info VALUES (?, ?)");
    write_info(d, "calls", edges);
    write_info(d, "functions", nodes);
    write_info(d, "generator", "libcg " CG_VERSION_STRING);
    write_info(d, "schema_version", "1");
    database_end(d);
    g_free(nodes);
    g_free(edges);
}

static int write_database(struct database *d, const char *path)
{
    d->status = sqlite3_open_v2(path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    run_text(d, settings);
    run_text(d, tables);
    write_numbers(d);
    database_write_functions(d);
    database_write_calls(d);
    database_write_metadata(d);
    run_text(d, indexes);
    return d->status;
}

/* SQLite's message for a failure. */
static int fail_to_write(const struct database *d, const char *path, struct cg_error *error)
{
    return cli_fail(error, d->status == SQLITE_NOMEM ? CG_E_MEMORY : CG_E_IO, path,
                    "cannot write: %s", d->db ? sqlite3_errmsg(d->db) : sqlite3_errstr(d->status));
}

int export_sqlite(struct exporting *x, struct cg_error *error)
{
    struct cli_output output;
    struct database d = {.x = x};
    int status = cli_output_open_named(&output, x->path, error);
    if (status) {
        return status;
    }
    if (write_database(&d, output.aside)) {
        status = fail_to_write(&d, x->path, error);
    }
    sqlite3_close(d.db);
    if (status || x->query->trouble) {
        cli_output_discard(&output);
        return status;
    }
    return cli_output_finish(&output, error);
}
