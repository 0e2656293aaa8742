-- run-as: login
-- A running server must notice that a newer one has migrated the database under it; Drift shows the number.
grant select on private.schema_migrations to portal_engine;
