// Bugs the campaign must find, or its zeros mean nothing. Patterns are minimal, to survive renaming.
import type { OperationName } from "../operations/operations.ts";
import type { Planted } from "./planted.ts";

export type Bug = Planted & {
  /** The fault that reveals the bug; by default any fault or operation. */
  fault?: string;
  operation?: OperationName;
};

const nothing = () => "";

export const BUGS: readonly Bug[] = [
  {
    name: "acknowledged and rolled back",
    operation: "create",
    point: "acknowledged-and-rolled-back",
    instead: (statement) => `await deps.client.query("rollback"); await deps.client.query("begin"); ${statement}`,
  },
  {
    name: "refused and yet done",
    operation: "delete",
    point: "refused-and-done",
    instead: (statement) => `${statement.replace("return", "await")} ${statement}`,
  },
  {
    name: "generation not bumped when a credential changes",
    operation: "edit",
    sql: "drop trigger new_generation_update on credentials",
  },
  {
    name: "generation not bumped when a door is switched",
    operation: "door_off",
    sql: "drop trigger new_generation_update on access_points",
  },
  {
    name: "generation not bumped when a controller is taken away",
    operation: "unlink",
    sql: "drop trigger new_generation_delete on organization_controllers",
  },
  { name: "change without an audit row", operation: "delete", sql: "drop trigger audit_delete on end_users" },
  {
    name: "credential left on the device",
    operation: "delete",
    point: "credential-left",
    instead: () => "return;",
  },
  { name: "changed PIN not seen", operation: "edit", point: "changed-pin-unseen", instead: nothing },
  {
    name: "reservation of a deleted person's PIN kept",
    operation: "delete",
    point: "reservation-kept",
    instead: nothing,
  },
  {
    name: "gate opens for each read",
    operation: "passage",
    point: "gate-opens-twice",
    instead: (statement) => statement.replace(/\d+/, "0"),
  },
  {
    name: "gate opens late",
    fault: "freeze_server",
    operation: "passage",
    point: "gate-opens-late",
    instead: (statement) => statement.replace(/Math\.min\((.*?),.*\)/s, "$1"),
  },
  {
    name: "answered before the passage is logged",
    fault: "kill_server",
    operation: "passage",
    point: "answered-before-logged",
    instead: (statement) =>
      `setTimeout(() => void deps.tables.log(judged.passage).catch(() => {}), 300);
       ${statement.replace(/await .*(?=\))/, "{ id: globalThis.crypto.randomUUID(), opened: false }")}`,
  },
  {
    name: "leases of a dead process never end",
    fault: "two_servers_one_killed",
    operation: "edit",
    point: "endless-leases",
    instead: (statement) => statement.replace(/\d+/, "3_600"),
  },
  {
    name: "what was sent is taken for what is there",
    fault: "device_lies",
    operation: "edit",
    point: "writes-believed",
    instead: nothing,
  },
  {
    name: "nothing saved, says who cannot know",
    fault: "commit_unanswered",
    operation: "delete",
    point: "outcome-assumed",
    instead: () => "throw error;",
  },
  {
    name: "a gate opens after a restore before anybody has looked",
    fault: "restored_older",
    operation: "settings",
    point: "gate-opens-restored",
    instead: (statement) => statement.replace(/ && .*(?=,)/, ""),
  },
  {
    name: "controller workers go on after a restore",
    fault: "restored_older",
    operation: "delete",
    point: "sent-though-restored",
    instead: (statement) => statement.replace(/`.*`/s, '"true"'),
  },
  {
    name: "weeks and days of UTC",
    operation: "weekly_generate",
    point: "weeks-of-utc",
    instead: (statement) => statement.replace("Europe/Stockholm", "UTC"),
  },
];
