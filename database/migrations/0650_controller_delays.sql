-- What kept changes from a controller, and from when to when: a refusal is explained by what was so in its own second, and
-- controller_sync knows only what is so now.

create table public.controller_delays (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  cause         text not null constraint controller_delays_cause check (cause in ('unreachable', 'restore_held')),
  since         timestamptz not null,
  -- Null: it still is.
  until         timestamptz constraint controller_delays_until check (until >= since),
  primary key (controller_id, cause, since)
);
create unique index controller_delays_open on public.controller_delays (controller_id, cause) where until is null;
create index controller_delays_ended on public.controller_delays (until);
alter table public.controller_delays enable row level security;
alter table public.controller_delays force row level security;

-- What is so now, and the longer silences that were told of as alerts; of the others nothing was kept. The owner sees rows while
-- this lasts.
alter table public.controller_sync no force row level security;
alter table public.controllers no force row level security;
alter table public.alerts no force row level security;
alter table public.controller_delays no force row level security;
insert into public.controller_delays (controller_id, cause, since)
select controller_id, 'restore_held', restored_at from public.controller_sync where restored_at is not null
union all
select controller_id, 'unreachable', failing_since from public.controller_sync where failing_since is not null;
insert into public.controller_delays (controller_id, cause, since, until)
select a.object_id, 'unreachable', a.since, max(a.cleared_at) from public.alerts a
join public.controllers k on k.id = a.object_id
where a.kind = 'controller_offline' and a.cleared_at >= a.since
group by a.object_id, a.since
on conflict do nothing;
alter table public.controller_sync force row level security;
alter table public.controllers force row level security;
alter table public.alerts force row level security;
alter table public.controller_delays force row level security;
