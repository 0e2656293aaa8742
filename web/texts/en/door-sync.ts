import type { doorSyncTexts } from "../door-sync.ts";

const doors = (count: number) => (count === 1 ? "1 door" : `${count} doors`);

export const doorSync: typeof doorSyncTexts = {
  synced: "Access points synced",
  syncedText: (name, count, added, missing) =>
    [`${name}: ${doors(count)} on the device`, added > 0 && `${added} new`, missing > 0 && `${missing} missing`]
      .filter(Boolean)
      .join(", "),
  syncFailed: "Could not sync",
};
