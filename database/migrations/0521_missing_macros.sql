-- The macro that the LPR server said it does not have when it was asked last: true of the gate while it is the gate's macro.
alter table public.controllers
  add column missing_macro_id text constraint controllers_missing_macro_id check (length(missing_macro_id) <= 255);
