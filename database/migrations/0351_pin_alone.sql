-- A door whose reader asks for a card may let the portal's people in with a PIN alone: their access profile then carries a
-- rule that already stands on the unit. `pin_alone` is the wish, `pin_alone_on_device` what the last read-back showed.
-- `pin_rule` names the unit's rule; empty where it has none, null before a sync has looked.
alter table public.access_points
  add column pin_alone boolean not null default false,
  add column pin_alone_on_device boolean not null default false,
  add column pin_rule text constraint access_points_pin_rule check (char_length(pin_rule) <= 100);
