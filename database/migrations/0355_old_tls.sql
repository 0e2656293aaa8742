-- A door controller whose firmware knows no TLS 1.2 may be spoken to all the same, one by one, and only while its
-- certificate is pinned: what is left of the protection then is that the pinned key answers.
alter table public.controllers
  add column allow_old_tls boolean not null default false,
  -- Agreed on at the last contact; null over http, and before the first one.
  add column tls_version text constraint controllers_tls_version check (tls_version in ('TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3')),
  add constraint controllers_old_tls check (not allow_old_tls or (device_type = 'axis' and cert_sha256 is not null));
