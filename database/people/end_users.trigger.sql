create or replace function private.touch() returns trigger
  language plpgsql
  as $$
  begin
    -- Not now(): two saves in one transaction must differ.
    new.updated_at := clock_timestamp();
    return new;
  end
  $$;
-- A migration that fills a column is nobody's save: a form that stands open meanwhile can still be saved.
create or replace trigger touch before update on public.end_users
  for each row when (coalesce(current_setting('app.filling', true), '') = '') execute function private.touch();
create or replace trigger keep_removed after delete on public.end_users
  referencing old table as old_rows for each statement execute function private.keep_removed_people();
