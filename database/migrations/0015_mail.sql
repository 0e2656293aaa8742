-- Outgoing mail.

create table public.mail_queue (
  id              uuid primary key default gen_random_uuid(),
  template        text not null constraint mail_queue_template check (template ~ '^[a-z_]{1,40}$'),
  recipient       text not null constraint mail_queue_recipient check (length(recipient) between 3 and 255 and recipient !~
                    '[[:cntrl:][:space:]<>,;"]'),
  encrypted_content          text constraint mail_queue_encrypted_content check (private.is_encrypted_text(encrypted_content)),
  state           text not null default 'queued' constraint mail_queue_state check (state in ('queued', 'sent', 'failed')),
  attempts        integer not null default 0,
  last_error      text constraint mail_queue_last_error check (length(last_error) <= 500),
  next_try_at     timestamptz not null default now(),
  lease_owner     uuid,
  lease_until     timestamptz not null default '-infinity',
  expires_at      timestamptz not null,
  created_at      timestamptz not null default now(),
  finished_at     timestamptz,
  end_user_id     uuid,
  organization_id uuid,
  named_people    uuid[] not null default '{}',
  constraint mail_queue_wiped check ((state = 'queued') = (encrypted_content is not null) and (state = 'queued') = (finished_at is null)
    and (state = 'queued' or named_people = '{}')),
  constraint mail_queue_person check ((end_user_id is null) = (organization_id is null))
);
create index mail_queue_due on public.mail_queue (next_try_at) where state = 'queued';
create index mail_queue_expiry on public.mail_queue (expires_at) where state = 'queued';
create index mail_queue_finished on public.mail_queue (finished_at) where state <> 'queued';
create index mail_queue_newest on public.mail_queue (created_at desc, id);
create index mail_queue_end_user on public.mail_queue (end_user_id) where end_user_id is not null;
alter table public.mail_queue enable row level security, force row level security;
comment on table public.mail_queue is 'Outgoing mail. An email is a row of the transaction that causes it, so neither exists without the other.';
comment on column public.mail_queue.id is 'Part of the Message-ID, so that an email sent again after a crash can be recognised.';
comment on column public.mail_queue.encrypted_content is 'Values of the template (passwords, links), encrypted. Wiped when the email is sent or has failed.';
comment on column public.mail_queue.lease_until is 'Until this time one server is sending the email.';
comment on column public.mail_queue.expires_at is 'Not sent after this time, because its link or password has ended.';
comment on column public.mail_queue.end_user_id is 'Person who gets the email. No foreign keys; an erasure deletes the row.';
comment on column public.mail_queue.named_people is 'People whose names are in the content. An erasure deletes the email while it waits.';
