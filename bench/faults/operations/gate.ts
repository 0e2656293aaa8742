// A car at the gate.
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { addPerson, all, half, type Means, type Operation } from "./means.ts";

/** What a macro call may be under way beside the five seconds of the decision. */
const LATEST_ON_WIRE_MS = 500;

/** A car stops at the camera and is read three times; the gate opens once, within five seconds, or not at all. */
export async function driveThrough(means: Means): Promise<Operation> {
  const { world } = means;
  const { device } = world.gate;
  const { plate } = await addPerson(means);
  const openings = device.openings.length;
  const queries = device.log.length;
  const logged = () => all(world, "select opened from access_logs where plate_number = $1", [plate]);
  return {
    name: "passage",
    subject: null,
    send: async () => {
      await device.drive(plate, { repeats: 2, repeatAfterMs: 100 });
      return device.log.slice(queries).some(({ plate: read, status }) => read === plate && status === 200)
        ? "done"
        : "unknown";
    },
    happened: async () => {
      const reads = device.log.slice(queries).filter((query) => query.plate === plate);
      const answered = reads.filter(({ status }) => status === 200).length;
      const rows = await logged();
      const opened = rows.filter((row) => row["opened"] === true).length;
      const opens = device.openings.slice(openings);
      const late = opens.some(({ at }) => at - (reads[0]?.at ?? at) > GATE_LATEST_MS + LATEST_ON_WIRE_MS);
      if (rows.length < answered || rows.length > reads.length || opened > 1 || opens.length > opened || late)
        return half({ answered, rows: rows.length, opened, opens: opens.length, late });
      return rows.length === 0 ? "none" : "all";
    },
  };
}
