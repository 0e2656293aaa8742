// What happens to the devices and between them and the server.
import type { NetworkFault } from "#simulators/network/faults.ts";
import type { FaultMaker } from "./faults.ts";
import { afterAWhile } from "./moments.ts";

const CALLS: readonly NetworkFault[] = [
  { kind: "latency", ms: 300 },
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "status", status: 400 },
  { kind: "status", status: 401 },
  { kind: "status", status: 503 },
  { kind: "html", status: 500 },
  { kind: "garbage" },
  { kind: "truncated" },
];

/** Profiles of doors are written seldom, and judged by the next comparison. */
const BELIEVED = /:SetAccessProfile$/;

export const DEVICE_FAULTS: Readonly<Record<string, FaultMaker>> = {
  device_offline: (world, random) => ({
    name: "device_offline",
    before: () => random.pick(world.houses).device.faults.offline(),
  }),
  device_forgets: (world, random) => ({
    ...afterAWhile("device_forgets", random, () => random.pick(world.houses).device.faults.wipe()),
    tampers: true,
  }),
  device_edited: (world, random) => ({
    ...afterAWhile("device_edited", random, () =>
      random.pick(world.houses).device.faults.editByHand((state) => {
        const token = [...state.credentials.keys()].find((key) => key.startsWith("wp-"));
        if (token !== undefined) state.credentials.delete(token);
      }),
    ),
    tampers: true,
  }),
  device_lies: (world, random) => {
    let left = 1 + random.below(3);
    const lie = random.pick(["forgets", "alters"] as const);
    return {
      name: `device_lies ${lie} ${left} times`,
      before: () => {
        for (const { device } of world.houses)
          device.faults.lie((operation) => (BELIEVED.test(operation) || (left -= 1) < 0 ? null : lie));
      },
    };
  },
  ...Object.fromEntries(
    CALLS.map((fault): [string, FaultMaker] => {
      const name = `device_${fault.kind}${"status" in fault ? `_${fault.status}` : ""}`;
      return [name, calls(name, fault)];
    }),
  ),
};

/** The next one to three calls at every device go wrong so. */
function calls(name: string, fault: NetworkFault): FaultMaker {
  return (world, random) => {
    const times = 1 + random.below(3);
    return {
      name: `${name} ${times} times`,
      before: () => {
        for (const { device } of [...world.houses, world.gate]) device.faults.add(fault, { times });
      },
    };
  };
}
