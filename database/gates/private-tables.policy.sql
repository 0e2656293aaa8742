-- Tables of schema private that no portal role but the server's own may read.
revoke all on private.near_miss_progress, private.copied_cameras, private.refused_calls, private.first_openings from portal_engine;

grant select, insert, update on private.near_miss_progress, private.copied_cameras, private.refused_calls to portal_engine;
grant select, insert on private.first_openings to portal_engine;
