-- From where gates' calls came that showed a right password: a server that is full keeps room for these addresses, and knows them
-- again after a restart. Addresses of proxies are never here.

create table public.gate_addresses (
  address      inet primary key,
  last_used_at timestamptz not null default now()
);
create index gate_addresses_used on public.gate_addresses (last_used_at desc);

alter table public.gate_addresses enable row level security;
alter table public.gate_addresses force row level security;
