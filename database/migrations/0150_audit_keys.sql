-- Which keys ever sealed the audit, and what they sealed, vouched for by the key that came after. Whoever holds the database
-- but no key can write nothing here that counts, and what they take away makes the check say less, never more.
create table public.audit_keys (
  id         uuid primary key default gen_random_uuid(),
  key_id     text not null constraint audit_keys_key_id check (length(key_id) between 1 and 16),
  -- The key of the HMAC. Null chain: that key_id was in the ring beside this one.
  voucher_id text not null constraint audit_keys_voucher_id check (length(voucher_id) between 1 and 16),
  -- 'installation' or an organisation: the first `seals` seals of this chain under key_id were read and found right.
  chain      text constraint audit_keys_chain check (chain = 'installation' or chain ~ '^[0-9a-f-]{36}$'),
  seals      bigint not null default 0 constraint audit_keys_seals check (seals >= 0),
  mac        text not null constraint audit_keys_mac check (mac ~ '^[0-9a-f]{64}$'),
  at         timestamptz not null default now()
);
create index audit_keys_chain_index on public.audit_keys (chain, key_id);
alter table public.audit_keys enable row level security;
alter table public.audit_keys force row level security;
