// Bugs that the campaign must find, or its zeros mean nothing. Most change one text in one file of the server while Node
// loads it; a text that is not there any more fails the run, so that no bug can fade away unseen.
import type { OperationName } from "./operations.ts";

export type Bug = {
  name: string;
  /** What brings it to light; any fault, any operation where nothing is said. */
  fault?: string;
  operation?: OperationName;
} & ({ file: string; find: string; replace: string } | { sql: string });

export const BUGS: readonly Bug[] = [
  {
    name: "acknowledged and rolled back",
    operation: "create",
    file: "server/people/submit-end-user.ts",
    find: 'import { saveEndUser } from "./save-end-user.ts";',
    replace: `import { saveEndUser as save_ } from "./save-end-user.ts";
      const saveEndUser = async (deps, request) => {
        const saved = await save_(deps, request);
        await deps.client.query("rollback");
        await deps.client.query("begin");
        return saved;
      };`,
  },
  {
    name: "refused and yet done",
    operation: "delete",
    file: "server/people/remove-end-user.ts",
    find: 'import { deleteEndUser, holdersOfEndUser, lockEndUser } from "./end-users.store.ts";',
    replace: `import { deleteEndUser as delete_, holdersOfEndUser, lockEndUser } from "./end-users.store.ts";
      const deleteEndUser = async (client, ...rest) => {
        await delete_(client, ...rest);
        await client.query("commit");
        await client.query("begin");
        throw new PortalError(409, "conflict", "x");
      };`,
  },
  { name: "mark lost when a credential changes", operation: "edit", sql: "drop trigger mark_update on credentials" },
  {
    name: "mark lost when a door is switched",
    operation: "door_off",
    sql: "drop trigger mark_update on access_points",
  },
  {
    name: "mark lost when a controller is taken away",
    operation: "unlink",
    sql: "drop trigger mark_delete on organization_controllers",
  },
  { name: "change without an audit row", operation: "delete", sql: "drop trigger audit_delete on end_users" },
  {
    name: "credential left on the device",
    operation: "delete",
    file: "server/reconcile/carry-out.ts",
    find: "return device.removeCredential(change.token);",
    replace: "return;",
  },
  {
    name: "changed PIN not seen",
    operation: "edit",
    file: "server/reconcile/plan-device-changes.rules.ts",
    find: 'if (actual.pin !== wanted.pin) differences.push("pin");',
    replace: "",
  },
  {
    name: "reservation of a deleted person's PIN kept",
    operation: "delete",
    file: "server/reconcile/device-sync.store.ts",
    find: 'text: "delete from controller_pins where controller_id = $1 and holder_id = any ($2::uuid[])",',
    replace: 'text: "select $1::uuid, $2::uuid[]",',
  },
  {
    name: "gate opens for each read",
    operation: "passage",
    file: "contract/limits.ts",
    find: "export const GATE_REPEAT_SECONDS = 10;",
    replace: "export const GATE_REPEAT_SECONDS = 0;",
  },
  {
    name: "gate opens late",
    fault: "freeze_server",
    operation: "passage",
    file: "server/gates/pause-watch.rules.ts",
    find: "return last.monotonic - standstill.until < BACKLOG_MS ? standstill.from : last.monotonic;",
    replace: "return last.monotonic;",
  },
  {
    name: "answered before the passage is logged",
    fault: "kill_server",
    operation: "passage",
    file: "server/gates/gate-passage.ts",
    find: "const logged = await deps.tables.log({",
    replace:
      "const logged = await ((passage) => (setTimeout(() => void deps.tables.log({ ...passage, granted: false }).catch(() => {}), 300), { id: passage.id, opened: false }))({",
  },
  {
    name: "leases of a dead process never end",
    // The same server, started again, ends its own.
    fault: "two_servers_one_killed",
    operation: "edit",
    file: "server/reconcile/engine.ts",
    find: "leaseSeconds: 15,",
    replace: "leaseSeconds: 3_600,",
  },
  {
    name: "what was sent is taken for what is there",
    fault: "device_lies",
    operation: "edit",
    file: "server/reconcile/sync-pairs.ts",
    find: "for (const pair of pairs) pair.error = refusals.get(pair) ?? verdict(pair);",
    replace: "for (const pair of pairs) pair.error = refusals.get(pair) ?? null;",
  },
  {
    name: "nothing saved, says who cannot know",
    fault: "commit_unanswered",
    operation: "delete",
    file: "server/platform/database/transaction.ts",
    find: "throw new OutcomeUnknownError(error);",
    replace: "throw error;",
  },
  {
    name: "a gate opens after a restore before anybody has looked",
    fault: "restored_older",
    operation: "settings",
    file: "server/gates/gate-passage.ts",
    find: "enabled: gate.enabled && !facts.held,",
    replace: "enabled: gate.enabled,",
  },
  {
    name: "lanes go on after a restore",
    fault: "restored_older",
    operation: "delete",
    file: "server/reconcile/controller-lanes.store.ts",
    find: 'const NOT_PAUSED = "not exists (select from lane_pause) and restored_at is null";',
    replace: 'const NOT_PAUSED = "true";',
  },
  {
    name: "weeks and days of UTC",
    operation: "weekly_generate",
    file: "contract/stockholm.ts",
    find: 'export const TIME_ZONE = "Europe/Stockholm";',
    replace: 'export const TIME_ZONE = "UTC";',
  },
];
