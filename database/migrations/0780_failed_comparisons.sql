-- Why a controller could not be compared the last time, though it answers otherwise: it is compared again later, and its
-- removals wait for nothing. Null: it could be.
alter table public.controller_sync add column compare_error text
  constraint controller_sync_compare_error_size check (length(compare_error) <= 255);
