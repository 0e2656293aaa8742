import type { DoorController } from "#drivers/port.ts";
import type { Between } from "../world/open-engine.ts";

/** Counts writes over all engines; the planted bug sits between this and the engine. */
export function watchWrites(planted: Between = {}) {
  const underWay = new Map<string, number>();
  let most = 0;
  const between: Between = {
    ...planted,
    device: (device, connection) => {
      const at = connection.baseUrl.host;
      const write =
        <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          const now = (underWay.get(at) ?? 0) + 1;
          underWay.set(at, now);
          most = Math.max(most, now);
          try {
            return await call(...args);
          } finally {
            underWay.set(at, (underWay.get(at) ?? 1) - 1);
          }
        };
      const counted: DoorController = {
        ...device,
        putDoorProfile: write((profile) => device.putDoorProfile(profile)),
        putUser: write((user) => device.putUser(user)),
        putCredential: write((credential) => device.putCredential(credential)),
        removeUser: write((token) => device.removeUser(token)),
        removeCredential: write((token) => device.removeCredential(token)),
      };
      return planted.device?.(counted, connection) ?? counted;
    },
  };
  return { between, most: () => most };
}
