import { describe, expect, test } from "vitest";
import type { DriftItem } from "#contract/functions/sync-control.ts";
import { driftWords } from "./drift.ts";

describe("a difference", () => {
  const missing = {
    kind: "replica_differs",
    source_id: "h",
    label: "Alva Exempelsson",
    differences: ["credential_missing"],
  } satisfies DriftItem;

  test("in the portal's own entry is being repaired until the device confirms it", () => {
    expect(driftWords({ item: missing, settled: false })).toEqual({
      what: "PIN saknas på enheten",
      detail: "Alva Exempelsson",
      outcome: "repairing",
    });
    expect(driftWords({ item: missing, settled: true }).outcome).toBe("repaired");
  });

  test("that the portal does not manage is left alone, and said so", () => {
    const item = { kind: "unknown_object", object: "user", token: "x", name: "Vera Vakt", carries_pin: false } as const;
    expect(driftWords({ item, settled: null })).toEqual({
      what: "Okänd användare på enheten",
      detail: "Vera Vakt · Ägs inte av portalen och rörs inte",
      outcome: "left",
    });
  });

  test("in a door's hours names the door and has been put right", () => {
    const item = { kind: "hours_differ", access_point_id: "d", label: "Tvätt" } as const;
    expect(driftWords({ item, settled: null })).toEqual({
      what: "Tiderna på enheten är andra än portalens",
      detail: "Tvätt",
      outcome: "repaired",
    });
  });

  test("by an orphan is removed, or waits while the workers are paused", () => {
    const orphan = { object: "credential", token: "x" } as const;
    expect(driftWords({ item: { kind: "orphan_removed", ...orphan }, settled: null }).outcome).toBe("removed");
    expect(driftWords({ item: { kind: "orphan_found", ...orphan }, settled: null }).outcome).toBe("waiting");
  });
});
