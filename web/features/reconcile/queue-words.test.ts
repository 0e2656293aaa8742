import { expect, test } from "vitest";
import { changeWords, nextTry, troubleWords } from "./queue-words.ts";
import { replicaTrouble } from "./texts/sync-status.sv.ts";

const now = new Date("2026-11-21T13:00:00Z").getTime();
const row = {
  source_kind: "credential" as const,
  desired: true,
  label: "Alva Exempelsson",
  state: "pending" as const,
  plate: false,
  suspended_until: null,
  synced_at: null,
  working: false,
  controller_state: "online" as const,
  next_try_at: "2026-11-21T13:02:30Z",
};

test("a first replica is added, a known one changed, an unwanted one removed", () => {
  expect(changeWords(row)).toBe("Lägg till PIN");
  expect(changeWords({ ...row, synced_at: "2026-11-20T10:00:00Z" })).toBe("Ändra PIN");
  expect(changeWords({ ...row, desired: false })).toBe("Ta bort PIN");
  const suspended_until = "2026-11-25T17:02:00Z";
  expect(changeWords({ ...row, desired: false, state: "synced", suspended_until })).toBe("Spärrad, tas bort 25 nov");
  expect(changeWords({ ...row, source_kind: "weekly_code", label: "v.48 2026" })).toBe("Veckokod v.48 2026");
});

// Covers: device.29
test("a vehicle of a gate that keeps a list is never called a PIN", () => {
  const plate = { ...row, plate: true };
  expect(changeWords(plate)).toBe("Lägg till i grindens lista");
  expect(changeWords({ ...plate, synced_at: "2026-11-20T10:00:00Z" })).toBe("Ändra i grindens lista");
  expect(changeWords({ ...plate, desired: false })).toBe("Ta bort ur grindens lista");
  expect(changeWords({ ...plate, state: "synced" })).toBe("Finns i grindens lista");
  expect(changeWords({ ...plate, state: "synced", desired: false })).toBe("Inte i grindens lista");
});

test("the next try is said in minutes, seconds, soon, or not before the controller is enabled", () => {
  expect(nextTry(row, now, false)).toEqual({ kind: "in", words: "om 3\u00a0min" });
  expect(nextTry({ ...row, next_try_at: "2026-11-21T13:00:04Z" }, now, false)).toEqual({
    kind: "in",
    words: "om 4\u00a0s",
  });
  expect(nextTry({ ...row, next_try_at: "2026-11-21T12:59:00Z" }, now, false)).toEqual({ kind: "soon" });
  expect(nextTry({ ...row, next_try_at: "2026-11-21T12:59:00Z", working: true }, now, false)).toEqual({
    kind: "running",
  });
  expect(nextTry({ ...row, controller_state: "paused" }, now, false)).toEqual({ kind: "paused" });
  expect(nextTry({ ...row, state: "synced" }, now, false)).toBeNull();
  expect(nextTry(row, now, true)).toEqual({ kind: "sync-paused" });
});

test("a replica's own failure comes before its controller's, and no code is ever shown", () => {
  expect(troubleWords({ state: "failed", last_error: "device_fault", controller_error: "unreachable" })).toBe(
    "Enheten nekade",
  );
  expect(troubleWords({ state: "pending", last_error: null, controller_error: "unreachable" })).toBe(
    "Styrenheten svarar inte",
  );
  expect(replicaTrouble("read_back_differs:pin,valid_to")).toBe("Enheten behöll inte det som skrevs");
  expect(replicaTrouble("something_new")).toBe("Ett oväntat fel på servern");
});

// biome-ignore format: the codes of drivers/errors.ts and of the controller workers
test.each([
  "unreachable", "timeout", "silent", "connection_lost", "aborted", "overloaded", "device_failed", "nonsense_reply", "auth_failed", "password_not_asked", "sign_in_downgraded", "account_locked",
  "basic_over_http_refused", "certificate_changed", "certificate_error", "tls_too_old", "serial_changed", "system_shared", "not_this_kind_of_device", "unsupported_firmware", "no_plate_lists", "plate_list_fixed", "plate_list_too_long",
  "device_fault", "item_not_found", "reply_too_large", "address_forbidden", "address_invalid", "pin_on_other_source", "pin_on_foreign_object",
  "read_back_differs", "door_profile_missing", "hours_withheld", "pin_unreadable", "replica_unreadable", "macro_refused",
])("%s has a Swedish sentence of its own", (code) => {
  expect(replicaTrouble(code)).not.toBe("Ett oväntat fel på servern");
});
