import type { NetworkFault } from "#simulators/network/faults.ts";
import { BELIEVED } from "./by-chance.ts";
import type { FaultMaker } from "./fault.ts";
import { afterAWhile } from "./moments.ts";
import { befall, editByHand } from "./tampering.ts";

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

export const DEVICE_FAULTS: Readonly<Record<string, FaultMaker>> = {
  device_offline: (world, random) => ({
    name: "device_offline",
    before: () => random.pick(world.fixtures).device.faults.offline(),
  }),
  device_forgets: (world, random) => ({
    ...afterAWhile("device_forgets", random, () => befall(random.pick(world.fixtures), "wipe")),
    tampers: true,
  }),
  device_edited: (world, random) => ({
    ...afterAWhile("device_edited", random, () => void editByHand(random.pick(world.fixtures), { edit: "delete" })),
    tampers: true,
  }),
  device_lies: (world, random) => {
    let left = 1 + random.below(3);
    const lie = random.pick(["forgets", "alters"] as const);
    return {
      name: `device_lies ${lie} ${left} times`,
      before: () => {
        for (const { device } of world.fixtures)
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

function calls(name: string, fault: NetworkFault): FaultMaker {
  return (world, random) => {
    const times = 1 + random.below(3);
    return {
      name: `${name} ${times} times`,
      before: () => {
        for (const { device } of [...world.fixtures, world.gate]) device.faults.add(fault, { times });
      },
    };
  };
}
