import { describe, expect, test } from "vitest";
import { NOW, samplePin, sampleReplica, sampleVehicle } from "#tests/components/fixtures/people/sample-person.ts";
import { endsToday, pinStanding, plateStanding, standingDetail, standingTooltip } from "./credential-status.ts";

const garage = (fields: Parameters<typeof sampleReplica>[0]) =>
  sampleReplica({ controller_id: "garage", controller_name: "Garage Kajen", ...fields });

describe("the state of a PIN", () => {
  test("is synced when every door has it", () => {
    expect(pinStanding(samplePin(), NOW)).toMatchObject({ kind: "sync", state: "synced" });
  });

  test("is the worst one: a refusing controller goes before a waiting one and before a synced one", () => {
    const replicas = [sampleReplica(), sampleReplica({ state: "pending" }), garage({ state: "failed" })];
    const standing = pinStanding(samplePin({ sync_states: replicas }), NOW);
    expect(standing).toEqual({ kind: "sync", state: "failed", replicas: [replicas[2]] });
    expect(standingDetail("failed", [garage({})])).toBe("Garage Kajen");
    expect(standingDetail("failed", replicas)).toBe(3);
  });

  test("is expired after its dates, but awaits removal as long as a device still has it", () => {
    const ended = { valid_to: "2026-11-20T10:00:00+00:00" };
    expect(pinStanding(samplePin({ ...ended, sync_states: [sampleReplica({ desired: false })] }), NOW).kind).toBe(
      "expired",
    );
    const there = [sampleReplica({ desired: false, state: "pending_removal" })];
    expect(pinStanding(samplePin({ ...ended, sync_states: there }), NOW)).toMatchObject({ state: "pending_removal" });
  });

  test("is switched off when somebody switched it off", () => {
    const replicas = [sampleReplica({ desired: false })];
    expect(pinStanding(samplePin({ enabled: false, sync_states: replicas }), NOW).kind).toBe("disabled");
  });

  test("gives no access when its doors are off or no longer the organisation's", () => {
    expect(pinStanding(samplePin({ sync_states: [sampleReplica({ desired: false })] }), NOW).kind).toBe("no_access");
    expect(pinStanding(samplePin({ sync_states: [] }), NOW).kind).toBe("no_access");
  });
});

test("a vehicle within its dates has no pill; one that ended or is off has", () => {
  expect(plateStanding(sampleVehicle(), NOW)).toBeNull();
  expect(plateStanding(sampleVehicle({ valid_to: "2026-11-21T11:59:59Z" }), NOW)).toBe("expired");
  expect(plateStanding(sampleVehicle({ enabled: false }), NOW)).toBe("disabled");
});

test("today is Stockholm's day: 23:30 there is still today though it is tomorrow soon", () => {
  expect(endsToday({ valid_to: "2026-11-21T22:30:00Z" }, NOW)).toBe(true);
  expect(endsToday({ valid_to: "2026-11-21T23:30:00Z" }, NOW)).toBe(false);
  expect(endsToday({ valid_to: "2026-11-21T11:00:00Z" }, NOW)).toBe(false);
  expect(endsToday({ valid_to: null }, NOW)).toBe(false);
});

describe("the words behind the pill", () => {
  test("say when the last door confirmed", () => {
    const replicas = [sampleReplica(), sampleReplica({ synced_at: "2026-11-21T11:00:00+00:00" })];
    expect(standingTooltip("synced", replicas)).toBe("Bekräftad på dörrarna 2026-11-21 12:00:00");
  });

  test("say which controller does not answer and when it is tried again", () => {
    const replica = garage({ last_error: "unreachable", next_try_at: "2026-11-21T13:05:00Z" });
    expect(standingTooltip("failed", [replica])).toBe("Garage Kajen svarar inte, nytt försök 14:05");
  });

  test("say what holds up the whole controller when the replica itself was never refused", () => {
    const waiting = (controller_cause: string | null) =>
      standingTooltip("pending", [garage({ state: "pending", controller_cause })]);
    expect(waiting("unreachable")).toBe("Garage Kajen svarar inte");
    expect(waiting("auth_failed")).toBe("Garage Kajen nekar portalens inloggning");
    expect(waiting("certificate_changed")).toBe("Garage Kajen har ett annat certifikat än förut");
    expect(waiting("disabled")).toBe("Garage Kajen är inaktiverad");
    expect(waiting("workers_paused")).toBe("Garage Kajen väntar på att synkningen återupptas");
    expect(waiting(null)).toBe("Garage Kajen skrivs strax");
  });

  test("name three controllers and count the others", () => {
    const replicas = ["A", "B", "C", "D", "E"].map((name) =>
      sampleReplica({ state: "pending", controller_name: name }),
    );
    expect(standingTooltip("pending", replicas)).toBe("A skrivs strax · B skrivs strax · C skrivs strax · och 2 till");
  });
});
