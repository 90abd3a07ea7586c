// SPDX-License-Identifier: Apache-2.0
// SQLite as an app developer would use it for the questions that smart albums ask.

// The library is opened when it is asked for, so that building the package does not need it.
#include "CReferees.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

enum { ROW = 100, DONE = 101 };

static struct {
    int (*open)(const char *, sqlite3 **);
    int (*exec)(sqlite3 *, const char *, void *, void *, char **);
    int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
    int (*bind_int)(sqlite3_stmt *, int, long long);
    int (*bind_blob)(sqlite3_stmt *, int, const void *, int, void (*)(void *));
    int (*step)(sqlite3_stmt *);
    int (*reset)(sqlite3_stmt *);
    const void *(*column_blob)(sqlite3_stmt *, int);
} sqlite;

static sqlite3 *database;
static sqlite3_stmt *insert_asset, *insert_label, *questions[4];

static bool load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
    if (!library) return false;
    // A function's address as an object pointer: POSIX wants it to work, the cast through memory is how.
#define LOAD(member, name) \
    do { \
        void *symbol = dlsym(library, name); \
        if (!symbol) return false; \
        memcpy(&sqlite.member, &symbol, sizeof symbol); \
    } while (0)
    LOAD(open, "sqlite3_open");
    LOAD(exec, "sqlite3_exec");
    LOAD(prepare, "sqlite3_prepare_v2");
    LOAD(bind_int, "sqlite3_bind_int64");
    LOAD(bind_blob, "sqlite3_bind_blob");
    LOAD(step, "sqlite3_step");
    LOAD(reset, "sqlite3_reset");
    LOAD(column_blob, "sqlite3_column_blob");
#undef LOAD
    return true;
}

static bool run(const char *sql) { return sqlite.exec(database, sql, NULL, NULL, NULL) == 0; }

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement = NULL;
    return sqlite.prepare(database, sql, -1, &statement, NULL) == 0 ? statement : NULL;
}

bool referee_library_open(void) {
    if (!load() || sqlite.open(":memory:", &database) != 0) return false;
    if (!run("CREATE TABLE assets (number INTEGER PRIMARY KEY, id BLOB NOT NULL, captured INTEGER NOT NULL,"
             " rating INTEGER NOT NULL, cull INTEGER NOT NULL, shown INTEGER NOT NULL);"
             "CREATE TABLE asset_labels (label INTEGER NOT NULL, asset INTEGER NOT NULL,"
             " PRIMARY KEY (label, asset)) WITHOUT ROWID; BEGIN"))
        return false;
    insert_asset = prepared("INSERT INTO assets VALUES (?, ?, ?, ?, ?, ?)");
    insert_label = prepared("INSERT OR IGNORE INTO asset_labels VALUES (?, ?)");
    return insert_asset && insert_label;
}

bool referee_library_add(
    long long number, const uint8_t *id, long long captured, int rating, int cull, bool shown,
    const uint32_t *labels, size_t count) {
    sqlite.bind_int(insert_asset, 1, number);
    sqlite.bind_blob(insert_asset, 2, id, 16, NULL);
    sqlite.bind_int(insert_asset, 3, captured);
    sqlite.bind_int(insert_asset, 4, rating);
    sqlite.bind_int(insert_asset, 5, cull);
    sqlite.bind_int(insert_asset, 6, shown);
    if (sqlite.step(insert_asset) != DONE) return false;
    sqlite.reset(insert_asset);
    for (size_t index = 0; index < count; index++) {
        sqlite.bind_int(insert_label, 1, labels[index]);
        sqlite.bind_int(insert_label, 2, number);
        if (sqlite.step(insert_label) != DONE) return false;
        sqlite.reset(insert_label);
    }
    return true;
}

#define WITH_LABEL "FROM asset_labels l JOIN assets a ON a.number = l.asset WHERE l.label = ?4 AND "
#define WITHOUT "FROM assets a WHERE "
#define TERMS "a.shown = 1 AND a.rating >= ?1 AND a.captured >= ?2 AND a.captured < ?3 AND NOT a.cull = 2 "
#define PAGE "ORDER BY a.captured DESC, a.id LIMIT 100"

bool referee_library_finish(void) {
    if (!run("COMMIT; CREATE UNIQUE INDEX by_id ON assets (id); CREATE INDEX by_capture ON assets (captured);"
             "CREATE INDEX by_rating ON assets (rating); CREATE INDEX by_asset ON asset_labels (asset);"
             "ANALYZE"))
        return false;
    questions[0] = prepared("SELECT a.id " WITH_LABEL TERMS "ORDER BY a.id");
    questions[1] = prepared("SELECT a.id " WITH_LABEL TERMS PAGE);
    questions[2] = prepared("SELECT a.id " WITHOUT TERMS "ORDER BY a.id");
    questions[3] = prepared("SELECT a.id " WITHOUT TERMS PAGE);
    return questions[0] && questions[1] && questions[2] && questions[3];
}

size_t referee_library_ask(
    int question, int rating, long long from, long long to, uint32_t label, uint8_t *ids, size_t capacity) {
    sqlite3_stmt *statement = questions[question];
    sqlite.bind_int(statement, 1, rating);
    sqlite.bind_int(statement, 2, from);
    sqlite.bind_int(statement, 3, to);
    if (question < 2) sqlite.bind_int(statement, 4, label);
    size_t count = 0;
    while (sqlite.step(statement) == ROW && count < capacity) {
        memcpy(ids + 16 * count, sqlite.column_blob(statement, 0), 16);
        count++;
    }
    sqlite.reset(statement);
    return count;
}
