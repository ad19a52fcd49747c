//! Databases: statements that are given to clients, and tools that empty or delete a whole one.

use crate::{
    call::Call,
    input,
    model::{
        Danger, Facts, Flag, Hit, Takes, Tool, Verb,
        When::{Given, Operand as At, Own, Without},
        both, long, loses, takes, tool, verb,
    },
    rules, sql,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool(
        "psql pgcli",
        takes(
            "cdfhpUvFoPRTL",
            "command dbname file host port username set variable",
        ),
        &[verb(&[], &[of_sql(&[Own(by_command)])])],
    ),
    tool(
        "mysql mariadb mycli",
        takes("ehuPDS", "execute host user port database socket"),
        &[verb(&[], &[of_sql(&[Own(by_execute)])])],
    ),
    tool(
        "sqlite3 sqlite",
        takes("", "cmd init separator"),
        &[verb(&[], &[of_sql(&[Own(by_operands)])])],
    )
    .single_dash(),
    tool(
        "duckdb",
        takes("", "c cmd init"),
        &[verb(&[], &[of_sql(&[Own(by_duckdb)])])],
    )
    .single_dash(),
    tool(
        "sqlcmd clickhouse-client cqlsh snowsql trino presto beeline impala-shell",
        takes("QqehUdSPu", "query execute host user database server"),
        &[verb(&[], &[of_sql(&[Own(by_query)])])],
    ),
    tool(
        "cockroach",
        takes("e", "execute url host"),
        &[verb(&["sql"], &[of_sql(&[Own(by_execute)])])],
    )
    .exact(),
    tool("bq", takes("", "project_id location"), BQ).exact(),
    tool(
        "redis-cli valkey-cli keydb-cli",
        takes("hpnauti", "user pass"),
        &[verb(&[], REDIS)],
    )
    .exact(),
    tool(
        "mongosh mongo",
        takes("up", "eval host port username password"),
        &[verb(&[], &[MONGO])],
    )
    .exact(),
    tool(
        "dropdb dropuser",
        takes("hpUW", "host port username"),
        &[verb(&[], &[DROPS])],
    ),
    tool(
        "mysqladmin mariadb-admin",
        takes("huPS", "host user port"),
        &[verb(&["drop"], &[DROPS])],
    ),
    tool(
        "pg_restore",
        takes("dhpUfnt", "dbname host port username"),
        &[verb(&[], &[PG_RESTORE])],
    ),
    tool(
        "rails rake",
        Takes::NOTHING,
        &[verb(
            &["db:drop*|db:reset*|db:purge*|db:schema:load*|db:truncate*|\
        db:migrate:reset*|db:seed:replant*"],
            &[RESETS],
        )],
    )
    .exact(),
    tool(
        "artisan sail",
        Takes::NOTHING,
        &[verb(
            &["migrate:fresh|migrate:reset|migrate:refresh|\
        db:wipe"],
            &[RESETS],
        )],
    )
    .exact(),
    tool(
        "manage.py django-admin",
        Takes::NOTHING,
        &[verb(&["flush|reset_db|sqlflush"], &[RESETS])],
    )
    .exact(),
    tool("prisma", Takes::NOTHING, PRISMA).exact(),
    tool(
        "sequelize sequelize-cli",
        Takes::NOTHING,
        &[verb(&["db:drop|db:migrate:undo:all"], &[RESETS])],
    )
    .exact(),
    tool(
        "typeorm",
        takes("d", ""),
        &[verb(&["schema:drop"], &[RESETS])],
    )
    .exact(),
    tool(
        "alembic",
        takes("cnx", ""),
        &[verb(&["downgrade"], &[ALEMBIC])],
    )
    .exact(),
    tool("flyway", Takes::NOTHING, &[verb(&["clean"], &[RESETS])]).single_dash(),
    tool(
        "liquibase",
        Takes::NOTHING,
        &[verb(&["dropAll|drop-all"], &[RESETS])],
    )
    .exact(),
    tool(
        "supabase",
        Takes::NOTHING,
        &[
            verb(&["db", "reset"], &[RESETS]),
            verb(&["projects|branches", "delete"], &[DROPS]),
        ],
    )
    .exact(),
    tool(
        "wp",
        Takes::NOTHING,
        &[
            verb(&["db", "reset|drop|clean"], &[RESETS]),
            verb(&["site", "empty|delete"], &[RESETS]),
        ],
    )
    .exact(),
    tool(
        "drush",
        Takes::NOTHING,
        &[verb(&["sql:drop|sql-drop|site:install|si"], &[RESETS])],
    )
    .exact(),
    tool("etcdctl consul", Takes::NOTHING, ETCD).exact(),
    tool(
        "kafka-topics kafka-topics.sh",
        takes("", "topic bootstrap-server"),
        &[verb(&[], &[KAFKA])],
    )
    .exact(),
];

const DUMP: &str = "a dump of the database first, or SELECT with the same WHERE";

const fn of_sql(when: &'static [crate::model::When]) -> Danger {
    loses(rules::SQL, when, "A statement deletes data", DUMP)
}

const DROPS: Danger = loses(
    rules::DATABASE,
    &[],
    "It is deleted with all it holds",
    "a dump of the database first",
);

const RESETS: Danger = loses(
    rules::DATABASE,
    &[Without(&[long("dry-run"), long("pretend")])],
    "All data of the database is deleted",
    "a dump of the database first",
)
.unnamed();

const PRISMA: &[Verb] = &[
    verb(&["migrate", "reset"], &[RESETS]),
    verb(
        &["db", "push"],
        &[loses(
            rules::DATABASE,
            &[Given(&[long("force-reset"), long("accept-data-loss")])],
            "Data that does not fit the new schema is deleted",
            "prisma migrate dev --create-only shows the changes",
        )
        .unnamed()],
    ),
];

const ALEMBIC: Danger = loses(
    rules::DATABASE,
    &[At(0, "base"), Without(&[long("sql")])],
    "All tables of the database go back to nothing",
    "alembic downgrade --sql shows the statements",
)
.unnamed();

const PG_RESTORE: Danger = loses(
    rules::DATABASE,
    &[Given(&[both('c', "clean")]), Without(&[both('l', "list")])],
    "What is in the database is dropped before the dump is read",
    "pg_restore into a new database",
)
.unnamed();

const BQ: &[Verb] = &[
    verb(&["rm"], &[DROPS]),
    verb(&["query"], &[of_sql(&[Own(by_any_operand)])]),
];

const REDIS: &[Danger] = &[loses(
    rules::DATABASE,
    &[Own(redis_flushes)],
    "All keys are deleted",
    "redis-cli --rdb keeps them in a file; redis-cli dbsize counts them",
)
.unnamed()];

const MONGO: Danger = loses(
    rules::DATABASE,
    &[Own(mongo_drops)],
    "Collections or whole databases are deleted",
    "mongodump first",
);

const ETCD: &[Verb] = &[verb(&["del"], &[DROPS]), verb(&["kv", "delete"], &[DROPS])];

const KAFKA: Danger = loses(
    rules::DATABASE,
    &[Given(&[long("delete")])],
    "Topics are deleted with their messages",
    "kafka-topics --describe shows them",
)
.unnamed();

fn by_command(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    in_values(call, &both('c', "command")).or_else(|| in_input(call))
}

fn by_execute(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    in_values(call, &both('e', "execute")).or_else(|| in_input(call))
}

fn by_query(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    [both('Q', "query"), both('q', "query"), both('e', "execute")]
        .iter()
        .find_map(|flag| in_values(call, flag))
        .or_else(|| in_input(call))
}

fn by_duckdb(call: &Call<'_>, facts: &Facts<'_>) -> Option<Hit> {
    in_values(call, &long("c")).or_else(|| by_operands(call, facts))
}

/// The first operand is the file of the database.
fn by_operands(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    in_values(call, &long("cmd"))
        .or_else(|| in_operands(call, 1))
        .or_else(|| in_input(call))
}

fn by_any_operand(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    in_operands(call, 0).or_else(|| in_input(call))
}

fn in_values(call: &Call<'_>, flag: &Flag) -> Option<Hit> {
    call.values(flag).find_map(|given| {
        let word = given.value_word?;
        let text = given.value.map_or_else(|| input::text(word), str::to_owned);
        found(&text).map(|hit| Hit {
            span: Some(word.span()),
            ..hit
        })
    })
}

fn in_operands(call: &Call<'_>, first: usize) -> Option<Hit> {
    call.operands.iter().skip(first).find_map(|operand| {
        let text = operand
            .text
            .map_or_else(|| input::text(operand.word), str::to_owned);
        found(&text).map(|hit| Hit {
            span: Some(operand.span()),
            ..hit
        })
    })
}

fn in_input(call: &Call<'_>) -> Option<Hit> {
    input::of(call.command).iter().find_map(|text| found(text))
}

fn found(text: &str) -> Option<Hit> {
    let (loss, words) = sql::find(text)?;
    Some(Hit::COMMAND.of([&words, " (", loss.text(), ")"].concat()))
}

fn redis_flushes(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let flushes = |word: &str| {
        ["flushall", "flushdb"]
            .iter()
            .any(|command| word.eq_ignore_ascii_case(command))
    };
    let mut operands = call.operands.iter();
    if let Some(operand) = operands.find(|operand| operand.text.is_some_and(flushes)) {
        return Some(Hit::at(operand.span()));
    }
    let read = input::of(call.command);
    let mut words = read.iter().flat_map(|text| text.split_whitespace());
    words.any(flushes).then_some(Hit::COMMAND)
}

fn mongo_drops(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let drops = |text: &str| {
        let dense: String = text.split_whitespace().collect();
        [
            ".drop()",
            "dropDatabase(",
            "deleteMany({})",
            ".remove({})",
            "dropAllUsers(",
        ]
        .iter()
        .any(|call| dense.contains(call))
    };
    let eval = long("eval");
    let told = call.values(&eval).find_map(|given| {
        let word = given.value_word?;
        let text = given.value.map_or_else(|| input::text(word), str::to_owned);
        drops(&text).then(|| Hit::at(word.span()).of(text))
    });
    told.or_else(|| {
        let read = input::of(call.command);
        read.iter().any(|text| drops(text)).then_some(Hit::COMMAND)
    })
}

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit::Builder;

    use crate::testing::{assert_quiet, assert_warns, rules_of, warnings};

    #[test]
    fn statements_in_arguments_are_read() {
        for command in [
            "psql -c 'DROP TABLE users'",
            "psql -h db -U me -d prod -c 'delete from users'",
            "psql --command='TRUNCATE t' prod",
            "psql -cTRUNCATE\u{a0}t -c 'drop schema public cascade'",
            "mysql -u root -pX -e 'DROP DATABASE prod'",
            "mariadb --execute 'drop table t'",
            "sqlite3 x.db 'DROP TABLE t'",
            "sqlite3 -batch x.db 'select 1' 'delete from t'",
            "duckdb x.db -c 'drop table t'",
            "sqlcmd -Q 'DROP TABLE t'",
            "clickhouse-client --query 'TRUNCATE TABLE t'",
            "bq query 'DROP TABLE t'",
            "cockroach sql -e 'drop table t'",
        ] {
            assert_warns(command, "database.delete");
        }
        for command in [
            "psql -c 'SELECT 1'",
            "psql -c 'DELETE FROM t WHERE id = 1'",
            "psql -f drop.sql",
            "sqlite3 x.db .tables",
            "sqlite3 'drop table t'",
            "mysql -e 'SHOW TABLES'",
            "bq query 'SELECT 1'",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn statements_that_are_fed_are_read() {
        for command in [
            "echo 'DROP TABLE t;' | psql prod",
            "printf 'select 1;\\ndelete from t;' | sqlite3 x.db",
            "echo FLUSHALL | redis-cli",
        ] {
            assert_eq!(
                rules_of(&crate::testing::read(command)).len(),
                1,
                "{command}"
            );
        }
        let document = Builder::new()
            .command(&["mysql", "prod"])
            .here_document("START TRANSACTION;\nDELETE FROM users;\n")
            .build();
        assert_eq!(rules_of(&document), ["database.delete"]);
        let message = &warnings(&document, &[]).remove(0).message;
        assert!(message.contains("DELETE FROM users"), "{message}");
        assert_quiet("echo 'select 1' | psql");
        assert_quiet("echo 'DROP TABLE t' | cat");
    }

    #[test]
    fn tools_that_empty_whole_databases_are_warned_of() {
        for command in [
            "redis-cli FLUSHALL",
            "redis-cli -h x -n 1 flushdb async",
            "mongosh --eval 'db.dropDatabase()'",
            "mongosh db --eval 'db.users.deleteMany( {} )'",
            "dropdb prod",
            "mysqladmin -u root drop prod",
            "pg_restore --clean -d prod x.dump",
            "rails db:drop",
            "rake db:schema:load",
            "bin/rails db:reset",
            "php artisan migrate:fresh --seed",
            "python manage.py flush --no-input",
            "npx prisma migrate reset",
            "prisma db push --accept-data-loss",
            "alembic downgrade base",
            "flyway clean",
            "wp db reset --yes",
            "bq rm -r -f prod",
        ] {
            assert_warns(command, "database.drop");
        }
        for command in [
            "redis-cli get flush",
            "redis-cli dbsize",
            "mongosh --eval 'db.users.find()'",
            "rails db:migrate",
            "php artisan migrate",
            "python manage.py migrate",
            "prisma migrate dev",
            "prisma db push",
            "alembic downgrade -1",
            "pg_restore -d x y",
        ] {
            assert_quiet(command);
        }
    }
}
