import type { HarnessFault } from "#drivers/conformance.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import type { NetworkFault } from "#simulators/network/faults.ts";

export interface Disposable {
  close(): Promise<void>;
}

export function connectionTo(url: string, changes: Partial<DeviceConnection> = {}): DeviceConnection {
  return {
    baseUrl: new URL(url),
    username: "portal",
    password: "S3cret-pass",
    certSha256: null,
    serial: null,
    allowPlainHttp: true,
    ...changes,
  };
}

export const NETWORK_FAULTS: Record<HarnessFault, NetworkFault> = {
  "lost-before-applied": { kind: "reset-before" },
  "lost-after-applied": { kind: "reset-after" },
  hangs: { kind: "hang" },
  "hangs-after-applied": { kind: "hang-after" },
  garbage: { kind: "garbage" },
  html: { kind: "html", status: 200 },
  huge: { kind: "huge" },
  redirect: { kind: "redirect", location: "http://127.0.0.1:9/" },
  overloaded: { kind: "status", status: 503 },
  crash: { kind: "status", status: 500 },
};
