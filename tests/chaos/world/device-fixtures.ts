import type { AxisSimulator } from "#simulators/axis/server.ts";
import type { Witness } from "../oracle/agreement.ts";

export interface DeviceFixture extends Witness {
  device: AxisSimulator;
  /** PINs of unmanaged objects by token; the portal must leave them alone. */
  unmanaged: Map<string, string>;
  lies: number;
}

export function deviceFixture(id: string, device: AxisSimulator): DeviceFixture {
  return {
    id,
    device,
    unmanaged: new Map(),
    lies: 0,
    carriers: () =>
      device.credentials().map((credential) => ({
        token: credential.token,
        userToken: credential.UserToken || null,
        pin: pinOf(credential),
        enabled: credential.Enabled,
      })),
    wouldOpen: (pin, doorToken, at) => device.wouldOpen(pin, doorToken, at),
  };
}

/** Returns tokens of unmanaged objects that are gone or changed. */
export function unmanagedTouched({ device, unmanaged }: DeviceFixture): string[] {
  const pins = new Map(device.credentials().map((credential) => [credential.token, pinOf(credential)]));
  return [...unmanaged].flatMap(([token, pin]) => (pins.get(token) === pin ? [] : [token]));
}

/** Makes the device answer truthfully and on time, with a right clock. */
export async function heal({ device }: DeviceFixture): Promise<void> {
  device.faults.clear();
  device.faults.lie(null);
  device.faults.clockSkew(0);
  if (!device.online) await device.faults.online();
}

type Credential = ReturnType<AxisSimulator["credentials"]>[number];

function pinOf({ IdData }: Credential): string | null {
  return IdData.find(({ Name }) => Name === "PIN")?.Value ?? null;
}
