import { systemClock } from "#drivers/clock.ts";
import type { DeviceFixture } from "../world/device-fixtures.ts";

export type HandEdit = "delete" | "widen" | "switch off" | "unmanaged";
export type Mishap = "restart" | "off" | "doors anew" | "wipe" | "replaced";

/**
 * Imitates a technician who edits one of the portal's credentials (`at`: share of all) or adds one with `pin`. Returns false when there is
 * none.
 */
export function editByHand(
  fixture: DeviceFixture,
  { edit, at = 0, pin = "" }: { edit: HandEdit; at?: number; pin?: string },
): boolean {
  const ours = fixture.device.credentials().filter(({ token }) => token.startsWith("wp-"));
  const replica = ours[Math.floor(at * ours.length)];
  if (!replica && edit !== "unmanaged") return false;
  fixture.device.faults.editByHand((state) => {
    const { credentials } = state;
    if (edit === "unmanaged" || !replica) {
      const token = state.newToken();
      // A PIN that the portal does not use, so that ownership is clear.
      const own = `9${pin.slice(1)}`;
      fixture.unmanaged.set(token, own);
      credentials.set(token, {
        token,
        UserToken: "",
        Description: "",
        ValidFrom: "",
        ValidTo: "",
        Enabled: true,
        Status: "Enabled",
        IdData: [{ Name: "PIN", Value: own }],
        Attribute: [],
        AuthenticationProfile: [],
        CredentialAccessProfile: [],
      });
    } else if (edit === "delete") credentials.delete(replica.token);
    else if (edit === "widen") credentials.set(replica.token, { ...replica, ValidTo: "" });
    else credentials.set(replica.token, { ...replica, Enabled: false });
  });
  return true;
}

export async function befall(fixture: DeviceFixture, mishap: Mishap, forMs = 0): Promise<void> {
  const { faults } = fixture.device;
  switch (mishap) {
    case "restart":
      return faults.restart();
    case "off":
      await faults.offline();
      await systemClock.wait(forMs);
      return faults.online();
    case "doors anew":
      return faults.reconfigureDoors();
    case "wipe":
      fixture.unmanaged.clear();
      return faults.wipe();
    case "replaced":
      fixture.unmanaged.clear();
      faults.replaceHardware();
  }
}
