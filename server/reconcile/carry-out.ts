import type { DoorController } from "#drivers/port.ts";
import type { DeviceChange } from "./plan-device-changes.rules.ts";

export async function carryOut(device: DoorController, change: DeviceChange): Promise<void> {
  switch (change.kind) {
    case "put_user":
      return device.putUser(change.user);
    case "put_credential":
      return device.putCredential(change.credential);
    case "remove_user":
      return device.removeUser(change.token);
    case "remove_credential":
      // Fault point: credential-left.
      return device.removeCredential(change.token);
  }
}
