-- The macro that the LPR server said is switched off when it was asked last: true of the gate while it is the gate's macro.
alter table public.controllers
  add column disabled_macro_id text constraint controllers_disabled_macro_id check (length(disabled_macro_id) <= 255);
