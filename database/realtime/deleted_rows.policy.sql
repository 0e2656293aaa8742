-- Whoever could read the row may learn that it is gone. Another table that is followed brings its own policy and says here by which
-- column its organisations are told apart.
select private.reset_rights('public.deleted_rows');

grant select on public.deleted_rows to system_admin;
create policy sys on public.deleted_rows for select to system_admin using (true);

-- Whoever deletes rows of a followed table notes it; a job forgets the notes.
grant select, insert, delete on public.deleted_rows to portal_engine;
create policy engine on public.deleted_rows to portal_engine using (true) with check (true);
