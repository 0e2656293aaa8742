// A door controller and what it said of itself, for the tests of this folder.
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { FindConnectionReply, TestConnectionReply } from "#contract/functions/device-connection.ts";
import type { DeviceFacts } from "./api/device-facts.ts";
import type { ListedController } from "./api/get-controllers.ts";

export const CONTROLLER_ID = "00000000-0000-4000-8000-00000000000c";
const FIRST_CERTIFICATE = "0a".repeat(32);

export const doorController: ListedController = {
  id: CONTROLLER_ID,
  name: "Port A",
  device_type: DEVICE_TYPES[0],
  device_ip: "https://192.0.2.10",
  device_port: 443,
  username: "portal",
  password_encrypted: "********",
  enabled: true,
  macro_id: null,
  list_sync: false,
  frame_source: null,
  last_sync: "2026-11-27T08:00:00Z",
  organization_id: null,
  created_at: "2026-11-01T08:00:00Z",
  allow_plain_http: false,
  allow_old_tls: false,
  tls_version: "TLSv1.3",
  access_points: [{ count: 2 }],
};

export const deviceFacts: DeviceFacts = {
  model: "A1601",
  firmware: "1.84",
  serial: "ACCC8E000001",
  cert_sha256: FIRST_CERTIFICATE,
  cert_subject: "CN=axis",
  cert_valid_to: "2036-01-01T00:00:00Z",
  cert_accepted_at: "2026-11-01T08:00:00Z",
  allow_old_tls: false,
  tls_version: "TLSv1.3",
  last_sync: "2026-11-27T08:00:00Z",
  whole_days: false,
  macro_id: null,
  disabled_macro_id: null,
  missing_macro_id: null,
  push_skew_ms: null,
  refused_at: null,
  refused_cause: null,
  shares_system_with: null,
  sharesWith: null,
};

export const testAnswer: TestConnectionReply = {
  success: true,
  model: "A1601",
  firmware: "1.84",
  serial: "ACCC8E000001",
  doors: 2,
  warnings: [],
  limited_doors: [],
  four_digit_doors: [],
};

/** What a device over https shows at its first contact. */
export const foundAt = (
  place: Pick<FindConnectionReply, "device_ip" | "device_port">,
  certificate: Partial<FindConnectionReply["certificate"]> = {},
): FindConnectionReply => ({
  success: true,
  ...place,
  scheme: "https",
  certificate: {
    fingerprint: "b1".repeat(32),
    subject: "CN=axis",
    issuer: "CN=axis",
    valid_to: "2036-01-01T00:00:00Z",
    tls: "TLSv1.3",
    ...certificate,
  },
});
