// The controllers of a campaign: simulators of three makes, each with its own way to sign in, that drop calls, lose answers,
// lie and restart while they are spoiled.
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { mulberry32 } from "../edits/plan-edits.ts";
import type { Witness } from "../oracle/agreement.ts";

const MAKES: readonly AxisSimulatorOptions[] = [
  { model: "A1601" },
  { model: "A1610", https: false, policy: "digest", switches: { pageCap: 37, removeAllOrNothing: false } },
  { model: "A1001", switches: { faultStatus: 200, emptyListAsArray: false, singleTokenAsString: true } },
];

export interface House extends Witness {
  simulator: AxisSimulator;
  /** Objects that somebody else put there, by token: never ours to touch. */
  foreign: Map<string, string>;
  lies: number;
  /** Faults and lies of that share begin. */
  spoil(): void;
  heal(): void;
}

export interface Spoiled {
  /** Share of calls that fail in some way. */
  faults: number;
  /** Share of objects about which the device says yes and does otherwise. */
  lies: number;
}

export async function startHouses(
  count: number,
  doors: readonly string[],
  { seed, faults, lies }: Spoiled & { seed: number },
): Promise<House[]> {
  const houses: House[] = [];
  for (let index = 0; index < count; index++) {
    const simulator = await startAxisSimulator({
      ...MAKES[index % MAKES.length],
      doors: doors.map((name) => ({ name })),
      faultSeed: seed + index,
    });
    const random = mulberry32(seed * 31 + index);
    const house: House = {
      id: "",
      simulator,
      foreign: new Map(),
      lies: 0,
      carriers: () =>
        simulator.credentials().map(({ token, UserToken, IdData }) => ({
          token,
          userToken: UserToken || null,
          pin: IdData.find(({ Name }) => Name === "PIN")?.Value ?? null,
        })),
      wouldOpen: (pin, doorToken, at) => simulator.wouldOpen(pin, doorToken, at),
      spoil: () => {
        const plan = simulator.faults;
        plan.add({ kind: "latency", ms: 5 }, { probability: Math.min(1, faults * 4) });
        plan.add({ kind: "reset-before" }, { probability: faults });
        plan.add({ kind: "reset-after" }, { probability: faults });
        plan.add({ kind: "status", status: 500 }, { probability: faults / 2 });
        plan.add({ kind: "status", status: 503 }, { probability: faults / 4 });
        plan.add({ kind: "garbage" }, { probability: faults / 4 });
        plan.add({ kind: "truncated" }, { probability: faults / 4 });
        plan.add({ kind: "hang-after" }, { probability: faults / 20 });
        plan.lie((operation) => {
          const draw = random();
          // Profiles of doors are written seldom and judged by each comparison.
          if (operation === "pacsaxis:SetAccessProfile" || draw >= lies) return null;
          house.lies++;
          return draw < lies / 2 ? "forgets" : "alters";
        });
      },
      heal: () => {
        simulator.faults.clear();
        simulator.faults.lie(null);
      },
    };
    houses.push(house);
  }
  return houses;
}
