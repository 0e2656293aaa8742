-- That somebody of an organisation has opened a door or a gate, kept when the passage itself is forgotten: the first steps
-- are over for good. Filled by private.note_first_openings (database/gates/first-opening.function.sql). No foreign key: the
-- installation's first opening outlives its organisation, and a restore empties the tables that it loads.
create table private.first_openings (
  organization_id uuid primary key,
  opened_at       timestamptz not null
);
grant select, insert on private.first_openings to portal_engine;
