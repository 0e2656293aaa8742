import { expect, test } from "vitest";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import {
  confirmationOf,
  confirmedWords,
  oldThings,
  removedWords,
  suspendedWords,
  takesAway,
  waitingWords,
  whatWent,
} from "./removal-words.ts";
import type { Removal } from "./removals.ts";

const NOW = new Date("2026-11-21T19:00:00Z");

function device(fields: Partial<PendingDevice> = {}): PendingDevice {
  return {
    controller_id: "a",
    controller_name: "Port A",
    source_id: "pin",
    generation: 4,
    operation: "removal",
    error: "unreachable",
    outdated: ["access"],
    plate: false,
    ...fields,
  };
}

function receipt(fields: Partial<Removal> = {}): Removal {
  return {
    id: "r",
    controller_id: "a",
    controller_name: "Port A",
    source_id: "pin",
    label: "Ulla Påhittsson",
    plate: false,
    kind: "revocation",
    generation: 4,
    read_back_at: "2026-11-21T17:02:00Z",
    created_at: "2026-11-21T17:02:01Z",
    asked_at: "2026-11-21T16:00:00Z",
    removed: ["access"],
    suspended_until: null,
    ...fields,
  };
}

test("a removal that waits says what happens, where, and that the PIN opens until then", () => {
  expect(waitingWords([device()])).toBe("PIN-koden tas bort på Port A så snart den svarar; till dess öppnar den där.");
  expect(waitingWords([device(), device({ controller_name: "Port B" })])).toBe(
    "PIN-koden tas bort på Port A och Port B så snart de svarar; till dess öppnar den där.",
  );
  expect(waitingWords([])).toBeUndefined();
});

test("a PIN is said to wait at its doors and a plate at its gates, and several PINs are several", () => {
  const plate = device({ controller_name: "Infart Norr", source_id: "car", plate: true });
  const atDoor = "PIN-koden tas bort på Port A så snart den svarar; till dess öppnar den där.";
  const atGate =
    "Registreringsnumret i grindens lista tas bort på Infart Norr så snart den svarar; till dess öppnar det där.";
  expect(waitingWords([device(), plate])).toBe(`${atDoor} ${atGate}`);
  expect(waitingWords([device(), device({ source_id: "other" })])).toBe(
    "PIN-koderna tas bort på Port A så snart den svarar; till dess öppnar de där.",
  );
  const both = [receipt(), receipt({ controller_name: "Infart Norr", source_id: "car", plate: true })];
  expect(confirmedWords([device(), plate], both, { name: "Ulla Påhittsson", now: NOW }).text).toBe(
    "PIN-koden och registreringsnumret i grindens lista, Ulla Påhittsson",
  );
});

test("a changed PIN, a shortened validity and a removed door say the same of the old right", () => {
  const change = device({ operation: "grant", outdated: ["code", "validity", "doors"] });
  expect(waitingWords([change])).toBe(
    "Ändringen skrivs på Port A så snart den svarar; till dess gäller den gamla PIN-koden, den gamla giltigheten och de gamla dörrarna där.",
  );
  expect(oldThings(["doors"], "pin")).toBe("de gamla dörrarna");
});

test("a new right that waits takes nothing away, so no confirmation is awaited", () => {
  const grant = device({ operation: "grant", outdated: [] });
  expect(takesAway(grant)).toBe(false);
  expect(waitingWords([grant])).toBe("Port A har ännu inte svarat. Ändringen är sparad och skrivs när svar kommer.");
});

test("only a receipt of this change or a later one, from this controller, is the confirmation", () => {
  expect(confirmationOf(device(), [receipt({ generation: 3 })])).toBeUndefined();
  expect(confirmationOf(device(), [receipt({ controller_id: "b" })])).toBeUndefined();
  expect(confirmationOf(device(), [receipt({ id: "later", generation: 6 }), receipt()])?.id).toBe("r");
});

test("the confirmation is said with controller and clock, and with its day when that is not today", () => {
  expect(confirmedWords([device()], [receipt()], { name: "Ulla Påhittsson", now: NOW })).toEqual({
    title: "Borttagen på Port A 18:02",
    text: "PIN-koden, Ulla Påhittsson",
  });
  const removedAt = (read_back_at: string) => removedWords([receipt({ read_back_at })], NOW);
  expect(removedAt("2026-11-20T17:02:00Z")).toBe("Borttagen på Port A i går 18:02");
  expect(removedAt("2026-11-19T17:02:00Z")).toBe("Borttagen på Port A 19 nov 2026 18:02");
});

test("a code that a controller keeps without power is said to be suspended there, and until which day", () => {
  const kept = receipt({ kind: "suspension", suspended_until: "2026-11-25T17:02:00Z" });
  expect(removedWords([kept], NOW)).toBe("Spärrad på Port A 18:02, tas bort 25 nov");
  expect(removedWords([kept, receipt({ controller_name: "Port B" })], NOW)).toBe(
    "Spärrad på Port A 18:02, tas bort 25 nov · Borttagen på Port B 18:02",
  );
  const whole = { controller_name: "Port A", synced_at: "2026-11-21T09:00:00Z", suspended_until: null };
  const there = { ...whole, suspended_until: "2026-11-25T17:02:00Z", synced_at: "2026-11-21T17:02:00Z" };
  expect(suspendedWords([whole, there], NOW)).toBe("Spärrad på Port A 18:02, tas bort 25 nov");
  expect(suspendedWords([whole], NOW)).toBe("");
});

test("a controller that was retired meanwhile has attested, not confirmed", () => {
  expect(
    confirmedWords([device()], [receipt({ kind: "attested", read_back_at: null })], { name: "Ulla", now: NOW }).text,
  ).toBe("Port A är avvecklad. Borttagningen är intygad, inte avläst.");
});

test("the words for a removal come from a gone credential's receipt, or a remaining one's kind", () => {
  const car = { id: "car", credential_type: "license_plate" } as const;
  expect(whatWent(receipt(), { credentials: [car] })).toBe("PIN-koden");
  expect(whatWent(receipt({ plate: true }), { credentials: [] })).toBe("Registreringsnumret i grindens lista");
  expect(whatWent(receipt({ source_id: "car" }), { credentials: [car] })).toBe("Registreringsnumret i grindens lista");
  expect(whatWent(receipt({ removed: ["doors"] }), { credentials: [] })).toBe("de gamla dörrarna");
});
