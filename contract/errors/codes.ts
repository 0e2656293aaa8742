// Error codes of both ends and the reply that carries them. The sentences are in the other files of this folder, by domain.
import { z } from "zod";

// biome-ignore format: grouped by status
export const ERROR_CODES = [
  // 400
  "invalid_body", "missing_parameter", "weak_password", "invalid_email", "trivial_pin", "pin_length", "no_organization",
  // 401, 403
  "not_signed_in", "webhook_unauthorized", "forbidden", "password_change_required", "insufficient_aal", "reauthentication_needed",
  // 404
  "not_found", "unknown_function", "unknown_action", "controller_not_found", "gate_not_found",
  // 409
  "conflict", "pin_in_use", "pin_quota", "email_taken", "organization_in_use", "controller_in_use", "changed_by_other", "last_system_admin", "cannot_delete_self",
  // 408, 413, 429
  "request_timeout",
  "too_large", "rate_limited", "pin_attempts_used_up",
  // 502, 504
  "mail_refused",
  "device_fault", "device_auth_failed", "device_nonsense", "device_requires_https", "device_unsupported", "device_without_lists", "device_certificate_changed", "device_certificate_error", "device_tls_too_old", "device_serial_changed", "device_shares_system", "device_address_forbidden", "device_basic_over_http", "device_locked", "device_overloaded", "macro_refused",
  "device_unreachable", "device_timeout",
  // 500, 503
  "internal", "database_unavailable", "database_full", "outcome_unknown", "saved_unconfirmed",
] as const;
export const errorCodeSchema = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

export const errorReplySchema = z.object({
  /** In the caller's language (`Accept-Language`). */
  error: z.string(),
  code: z.string(),
  /** The catalogue entry, where several share a code. */
  reason: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
  field: z.string().optional(),
  /** `fingerprint` (shown now) and `pinned` of a changed certificate, `serial` of another device. */
  details: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
});
export type ErrorReply = z.infer<typeof errorReplySchema>;
