-- Every text is bounded where it is kept, so that no path fills the disk; tests/integration/database/bounded-texts.test.ts finds
-- a column that is not. Most were bounded on each of today's paths, so nothing is read through here: the checks hold from now on.
alter table public.alerts
  add constraint alerts_detail_size check (octet_length(detail::text) <= 16384) not valid;
alter table public.audit
  add constraint audit_actor_name_size check (length(actor_name) <= 300) not valid,
  add constraint audit_subject_name_size check (length(subject_name) <= 300) not valid,
  add constraint audit_subject_table_size check (length(subject_table) <= 100) not valid,
  add constraint audit_request_id_size check (length(request_id) <= 100) not valid;
alter table public.audit_checks
  add constraint audit_checks_first_findings_size check (octet_length(first_findings::text) <= 131072) not valid;
alter table auth.identities
  add constraint identities_identity_data_size check (octet_length(identity_data::text) <= 32768) not valid;
alter table auth.mfa_challenges
  add constraint mfa_challenges_code_hash_size check (octet_length(code_hash) <= 128) not valid,
  add constraint mfa_challenges_webauthn_session_size check (octet_length(webauthn_session::text) <= 65536) not valid;
alter table auth.mfa_factors
  add constraint mfa_factors_sealed_secret_size check (length(sealed_secret) <= 4096) not valid,
  add constraint mfa_factors_webauthn_credential_size check (octet_length(webauthn_credential::text) <= 65536) not valid;
alter table auth.oidc_flows
  add constraint oidc_flows_sealed_proof_size check (length(sealed_proof) <= 16384) not valid;
alter table auth.one_time_tokens
  add constraint one_time_tokens_payload_size check (octet_length(payload::text) <= 65536) not valid;
alter table auth.refresh_tokens
  add constraint refresh_tokens_child_salt_size check (octet_length(child_salt) <= 128) not valid,
  add constraint refresh_tokens_parent_hash_size check (octet_length(parent_hash) <= 128) not valid;
alter table auth.sessions
  add constraint sessions_amr_size check (octet_length(amr::text) <= 16384) not valid;
alter table auth.signing_keys
  add constraint signing_keys_public_jwk_size check (octet_length(public_jwk::text) <= 16384) not valid,
  add constraint signing_keys_sealed_private_key_size check (length(sealed_private_key) <= 16384) not valid;
alter table auth.users
  add constraint users_raw_user_meta_data_size check (octet_length(raw_user_meta_data::text) <= 65536) not valid;
alter table public.controller_assignments
  add constraint controller_assignments_axis_credential_token_size check (length(axis_credential_token) <= 255) not valid,
  add constraint controller_assignments_axis_user_token_size check (length(axis_user_token) <= 255) not valid;
alter table public.controller_sync
  add constraint controller_sync_last_error_size check (length(last_error) <= 500) not valid,
  add constraint controller_sync_lease_owner_size check (length(lease_owner) <= 200) not valid;
alter table public.credentials
  add constraint credentials_credential_value_size check (length(credential_value) <= 1000) not valid,
  add constraint credentials_pin_grams_size check (octet_length(pin_grams::text) <= 4096) not valid;
alter table public.device_sync
  add constraint device_sync_applied_digest_size check (length(applied_digest) <= 500) not valid,
  add constraint device_sync_credential_token_size check (length(credential_token) <= 255) not valid,
  add constraint device_sync_user_token_size check (length(user_token) <= 255) not valid,
  add constraint device_sync_label_size check (length(label) <= 300) not valid,
  add constraint device_sync_last_error_size check (length(last_error) <= 500) not valid;
alter table public.drift_reports
  add constraint drift_reports_items_size check (octet_length(items::text) <= 2097152) not valid;
alter table public.gate_passages
  add constraint gate_passages_plate_key_size check (length(plate_key) <= 1024) not valid;
alter table public.restore_reports
  add constraint restore_reports_items_size check (octet_length(items::text) <= 2097152) not valid;
alter table public.sync_receipts
  add constraint sync_receipts_controller_name_size check (length(controller_name) <= 300) not valid,
  add constraint sync_receipts_holder_kind_size check (length(holder_kind) <= 50) not valid,
  add constraint sync_receipts_label_size check (length(label) <= 300) not valid;

-- A change keeps at most a hundred rows (functions/audit.sql), each of bounded columns; any other act a few words.
alter table public.audit
  add constraint audit_before_size check (octet_length(before::text) <= case when action ~ '\.(insert|update|delete)$' then 4194304 else 65536 end) not valid,
  add constraint audit_after_size check (octet_length(after::text) <= case when action ~ '\.(insert|update|delete)$' then 4194304 else 65536 end) not valid;

-- Acts that change no row, of one account: what their purse counts (functions/audit-acts.sql).
create index audit_acts_of on public.audit (actor, at)
  where position('.' in action) = 0 or action in ('auth.data_change', 'auth.email_change_requested');
