-- What the device said it is, and which certificate was pinned: told by the device, so bounded here.
alter table public.controllers
  add column model text constraint controllers_model check (length(model) <= 100),
  add column firmware text constraint controllers_firmware check (length(firmware) <= 100),
  add column cert_subject text constraint controllers_cert_subject check (length(cert_subject) <= 255),
  add column cert_valid_to timestamptz,
  -- When a person accepted the pinned certificate; null: pinned at the first contact, and nobody has compared it.
  add column cert_accepted_at timestamptz;
