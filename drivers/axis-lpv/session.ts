// The camera's pages: one signed-in connection, and its refusals as named errors.
import {
  AuthFailedError,
  DeviceFailedError,
  DeviceFaultError,
  NonsenseReplyError,
  NotThisKindOfDeviceError,
  OverloadedError,
} from "../errors.ts";
import type { DeviceRequest } from "../exchange.ts";
import { createRelaySignIn } from "../http-relay/sign-in.ts";
import type { DeviceConnection } from "../port.ts";
import { createTransport, type DriverOptions } from "../transport.ts";

export interface LpvSession {
  /** Asks for a page; returns null when the camera has no such page. Throws DeviceError. */
  ask(request: Omit<DeviceRequest, "read">): Promise<string | null>;
  close(): Promise<void>;
}

/** Creates the session. `ask` returns null for a page that the camera lacks, and throws DeviceError for other refusals. */
export function createLpvSession(connection: DeviceConnection, options: DriverOptions): LpvSession {
  const transport = createTransport(connection, { ...options, connections: 1 });
  const { clock } = options;
  const signIn = createRelaySignIn(transport, connection, { kind: "account", sendsPassword: true, clock });
  return {
    async ask(request) {
      const { status, text } = await signIn.send(request, transport.timeouts.totalMs);
      if (status >= 200 && status <= 299) return text;
      if (status === 404) return null;
      if (status === 401 || status === 403) throw new AuthFailedError(status);
      if (status === 429 || status === 503) throw new OverloadedError(status, null);
      if (status >= 500) throw new DeviceFailedError(status, "no reason given");
      if (status < 400) throw new NonsenseReplyError(`HTTP ${status}`);
      throw new DeviceFaultError({
        status,
        faultCode: null,
        faultSubCode: null,
        text: "the camera refused the values",
      });
    },
    close: () => transport.close(),
  };
}

/** Returns the page of the app; throws NotThisKindOfDeviceError. */
export function pageOfApp(text: string | null): string {
  if (text === null) throw new NotThisKindOfDeviceError("no License Plate Verifier (HTTP 404)");
  return text;
}
