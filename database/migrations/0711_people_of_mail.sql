-- Whose an email is: anybody may register anybody's address. Without foreign keys, since erasing is what ends it.
alter table public.mail_queue
  add column end_user_id     uuid,
  add column organization_id uuid,
  add constraint mail_queue_person check ((end_user_id is null) = (organization_id is null));
create index mail_queue_end_user on public.mail_queue (end_user_id) where end_user_id is not null;
