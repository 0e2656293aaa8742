import { expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOfKind } from "#contract/audit-actions.ts";
import { auditSentences } from "#web/texts/audit-sentences.ts";
import { changesOf } from "./changes.ts";
import { whatHeading, wholeSentence } from "./sentence.ts";

const row = {
  action: "credentials.update",
  actor: "a",
  actor_name: "Anna Ek",
  subject_name: "Alva Exempelsson",
  row_count: 1,
  before: null,
  after: null,
};
const pin = { credential_type: "pin", enabled: true };
const car = { credential_type: "license_plate", plate: "MLB 84A", enabled: true };

test("what somebody did to whom reads as one sentence", () => {
  expect(wholeSentence({ ...row, before: pin, after: { ...pin, secrets_changed: ["pin"] } })).toBe(
    "Anna Ek ändrade PIN-koden för Alva Exempelsson",
  );
  expect(wholeSentence({ ...row, before: car, after: { ...car, enabled: false } })).toBe(
    "Anna Ek inaktiverade fordonet MLB 84A för Alva Exempelsson",
  );
  expect(wholeSentence({ ...row, action: "pin_revealed" })).toBe("Anna Ek visade PIN-koden för Alva Exempelsson");
  expect(wholeSentence({ ...row, action: "end_users.delete", subject_name: null, row_count: 12 })).toBe(
    "Anna Ek tog bort 12 personer",
  );
  const doors = { action: "controller_assignments.insert", row_count: 2, after: { access_point_id: "d" } };
  expect(wholeSentence({ ...row, ...doors })).toBe("Anna Ek gav åtkomst till 2 dörrar för Alva Exempelsson");
  expect(
    wholeSentence({
      ...row,
      action: "controllers.update",
      subject_name: "Infart Norr",
      before: { webhook_previous_until: "2026-11-23" },
      after: { webhook_previous_until: null },
    }),
  ).toBe("Anna Ek avslutade LPR-systemets gamla lösenord för Infart Norr");
});

test("nobody signed in is the system, and an account that is gone is said to be", () => {
  const burst = { ...row, action: "auth.failed_burst", actor: null, actor_name: null, subject_name: "Nord Test" };
  expect(wholeSentence(burst)).toBe("Systemet stoppade upprepade inloggningsförsök till kontot Nord Test");
  expect(wholeSentence({ ...row, actor_name: null, action: "auth.sign_in" })).toBe("Borttaget konto loggade in");
  expect(whatHeading({ ...row, action: "from_the_future" })).toBe("Okänd händelse (from_the_future)");
});

test("every event has a sentence that reads without any names, and belongs to one kind", () => {
  const nothing = { name: null, count: 1, before: {}, after: {} };
  for (const [action, sentence] of Object.entries(auditSentences))
    expect(sentence(nothing), action).toMatch(/^[a-zåäö][^{}]*[^ :,]$/);
  expect(Object.keys(auditSentences).sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
  expect(AUDIT_KINDS.flatMap(actionsOfKind).sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
});

test("a change shows the fields that differ, and of a secret only that it changed", () => {
  expect(changesOf({ ...car, id: "1" }, { ...car, id: "1", enabled: false })).toEqual([
    { field: "Aktiverad", before: "Ja", after: "Nej" },
  ]);
  expect(changesOf(pin, { ...pin, secrets_changed: ["pin"] })).toEqual([
    { field: "PIN-kod", before: "–", after: "ändrad, visas inte" },
  ]);
  expect(changesOf(null, { ...car, vehicle_type: null, end_user_id: "x" }).map(({ field }) => field)).toEqual([
    "Slag",
    "Registreringsnummer",
    "Aktiverad",
  ]);
});
