-- Outgoing mail: a letter is a row of the transaction that wants it sent, so neither comes without the other.
create table public.mail_queue (
  -- Part of the Message-ID too: a letter that is sent again after a crash can be recognised as the same.
  id          uuid primary key default gen_random_uuid(),
  template    text not null constraint mail_queue_template check (template ~ '^[a-z_]{1,40}$'),
  recipient   text not null constraint mail_queue_recipient check (length(recipient) between 3 and 255 and recipient !~ '[[:cntrl:][:space:]<>,;"]'),
  -- What the template is filled with (passwords, links), sealed. Wiped as soon as nobody needs it.
  sealed      text constraint mail_queue_sealed check (private.is_sealed_text(sealed)),
  state       text not null default 'queued' constraint mail_queue_state check (state in ('queued', 'sent', 'failed')),
  attempts    integer not null default 0,
  last_error  text constraint mail_queue_last_error check (length(last_error) <= 500),
  next_try_at timestamptz not null default now(),
  -- One server at a time sends it, until then.
  lease_owner uuid,
  lease_until timestamptz not null default '-infinity',
  -- A link or a password that is dead is not worth sending.
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  constraint mail_queue_wiped check ((state = 'queued') = (sealed is not null) and (state = 'queued') = (finished_at is null))
);
create index mail_queue_due on public.mail_queue (next_try_at) where state = 'queued';
create index mail_queue_expiry on public.mail_queue (expires_at) where state = 'queued';
create index mail_queue_finished on public.mail_queue (finished_at) where state <> 'queued';
create index mail_queue_newest on public.mail_queue (created_at desc, id);

alter table public.mail_queue enable row level security;
alter table public.mail_queue force row level security;
