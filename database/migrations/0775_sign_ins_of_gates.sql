-- What a device's sign-ins have taught: another server, and the next start, must know it as well.
alter table public.controllers
  -- Strength of the strongest Digest that the device has taken; over plain http nothing weaker is answered after that.
  add column sign_in_digest smallint not null default 0 constraint controllers_sign_in_digest check (sign_in_digest between 0 and 9),
  -- Passwords refused in a row, and until when none is sent.
  add column sign_in_refusals integer not null default 0 constraint controllers_sign_in_refusals check (sign_in_refusals >= 0),
  add column sign_in_held_until timestamptz,
  add column sign_in_version integer not null default 0;
