// A gate at an LPR server and one at a plate camera, for the tests of this folder.
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { WebhookCredentialsReply } from "#contract/functions/get-webhook-credentials.ts";
import type { DeviceFacts } from "./api/device-facts.ts";
import type { ListedController } from "./api/get-controllers.ts";
import { deviceFacts, doorController } from "./sample-controller.ts";

export const GATE_ID = "00000000-0000-4000-8000-00000000000d";
export const MACRO_ID = "00000000-0000-4000-8000-0000000000aa";

export const lprGate: ListedController = {
  ...doorController,
  id: GATE_ID,
  name: "Infart Norr",
  device_type: DEVICE_TYPES[1],
  device_ip: "192.0.2.20",
  device_port: 80,
  macro_id: MACRO_ID,
  access_points: [],
};

export const cameraGate: ListedController = {
  ...lprGate,
  device_type: DEVICE_TYPES[3],
  device_port: 443,
  macro_id: "1",
};

export const gateFacts: DeviceFacts = { ...deviceFacts, cert_sha256: null, cert_subject: null, macro_id: MACRO_ID };

export const gateAccount: WebhookCredentialsReply = {
  success: true,
  username: "gate-1",
  password: "abcd-efgh-ijkl-mnop",
  overlap: null,
};
