-- Tables of schema private that no portal role but the server's own may read.
revoke all on private.pin_claims, private.pin_attempts, private.pin_offers, private.pin_checks, private.undoable_removals from portal_engine;

grant select, insert, delete on private.pin_claims, private.pin_offers to portal_engine;
grant select, insert, update, delete on private.pin_attempts, private.pin_checks, private.undoable_removals to portal_engine;
