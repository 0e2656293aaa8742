-- The pair of user name and password that any gate's call may bring: with a secret of its own, that can be replaced and switched off.
-- The server makes the row when it starts (server/services/installation-webhook.ts).

-- One row. The columns are those of a gate's own pair (controllers), so that the audit masks them alike.
create table public.installation_webhook (
  -- Also what the secret is bound to.
  id                     uuid primary key,
  only_row               boolean not null default true unique constraint installation_webhook_one check (only_row),
  enabled                boolean not null default true,
  webhook_user           text not null constraint installation_webhook_user check (length(webhook_user) between 1 and 100),
  webhook_hash           text not null constraint installation_webhook_hash check (webhook_hash ~ '^[0-9a-f]{64}$'),
  webhook_secret         text not null constraint installation_webhook_secret check (private.is_sealed_text(webhook_secret)),
  webhook_previous_hash  text constraint installation_webhook_previous_hash check (webhook_previous_hash ~ '^[0-9a-f]{64}$'),
  webhook_previous_until timestamptz,
  -- Null: never replaced.
  webhook_rotated_at     timestamptz,
  constraint installation_webhook_previous check ((webhook_previous_hash is null) = (webhook_previous_until is null))
);

-- Which gates bring it, and which of two passwords: so that it is switched off by knowledge and not by hope.
create table public.installation_webhook_uses (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  new_used_at   timestamptz,
  old_used_at   timestamptz,
  -- When the audit was last told: once a day and gate, since nobody can take an audit row away again.
  audited_at    timestamptz
);

do $$
declare
  name text;
begin
  foreach name in array array['installation_webhook', 'installation_webhook_uses'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
  end loop;
end
$$;
