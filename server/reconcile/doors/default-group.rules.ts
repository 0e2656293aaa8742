// The default group of controller users (docs/requirements.md, section 9): an access profile identified by name.
import type { DeviceDoorProfile } from "#drivers/port.ts";

export const DEFAULT_GROUP_NAME = "Webbportal";

/** Returns the group named "Webbportal"; undefined when the controller has none. */
export function defaultGroupOf<Profile extends Pick<DeviceDoorProfile, "name">>(
  profiles: readonly Profile[],
): Profile | undefined {
  return profiles.find(({ name }) => name === DEFAULT_GROUP_NAME);
}
