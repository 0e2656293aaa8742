-- The day on which a linked reading was last read, which is all that an administrator is shown: the moment says when a certain
-- person's car was let in, and that a housing association sees after a reason.
alter table public.plate_aliases
  add column last_used_on date not null generated always as ((last_used_at at time zone 'Europe/Stockholm')::date) stored;
