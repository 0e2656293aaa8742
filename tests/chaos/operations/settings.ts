import { randomUUID } from "node:crypto";
import type { Notified } from "../oracle/callers.ts";
import { all, type Context, first, half, type Operation, report, reportTable } from "./context.ts";

export async function saveOrganization({ world, system, random }: Context): Promise<Operation> {
  const { organizationId: id } = world;
  const before = await first(world, "select purposes, log_days from organizations where id = $1", [id]);
  const wanted = {
    purposes: `Prov ${randomUUID()}`,
    log_days: 1 + ((Number(before["log_days"]) + random.below(300)) % 365),
  };
  return {
    name: "settings",
    subject: id,
    send: () => reportTable(system.from("organizations").update(wanted).eq("id", id)),
    happened: async () => {
      const now = await first(world, "select purposes, log_days from organizations where id = $1", [id]);
      if (now["purposes"] === wanted.purposes && now["log_days"] === wanted.log_days) return "all";
      return now["purposes"] === before["purposes"] && now["log_days"] === before["log_days"] ? "none" : half(now);
    },
  };
}

export async function saveAlerts({ world, system }: Context): Promise<Operation> {
  const { id } = await first(world, "select id from auth.users limit 1");
  const read = async () =>
    first(
      world,
      "select (select repeat_hours from alert_settings) as hours, (select count(*)::int from alert_opt_outs) as without_mail",
    );
  const before = await read();
  const [hours, without] = [before["hours"] === 5 ? 6 : 5, before["without_mail"] === 0 ? [id] : []];
  const settings = {
    controller_offline_minutes: 15,
    revocation_pending_minutes: 15,
    denial_burst_count: null,
    denial_burst_minutes: 10,
    backup_old_hours: null,
    clock_skew_seconds: null,
    certificate_days: null,
    restart_count: null,
    camera_percent: null,
    repeat_hours: hours,
  };
  return {
    name: "alerts",
    subject: null,
    send: () => report(system, "alert-control", { action: "SAVE_SETTINGS", settings, without_mail: without }),
    happened: async () => {
      const now = await read();
      if (now["hours"] === hours && now["without_mail"] === without.length) return "all";
      return now["hours"] === before["hours"] && now["without_mail"] === before["without_mail"] ? "none" : half(now);
    },
  };
}

/** Restarts the server as a version whose re-applied SQL differs (numbered migrations: tests/integration/platform/migrate.test.ts). */
export async function upgrade({ world }: Context): Promise<Operation> {
  const applied = async () =>
    (await all(world, "select path from private.reapplied_files order by 1")).map((row) => row["path"]);
  const before = await applied();
  return {
    name: "upgrade",
    subject: null,
    send: async (): Promise<Notified> => {
      try {
        await world.server.stop();
        await world.admin.query("delete from private.reapplied_files");
        await world.server.start();
        return "done";
      } catch {
        return "unknown"; // The server was killed on the way; the next start continues.
      }
    },
    happened: async () => {
      const now = await applied();
      return JSON.stringify(now) === JSON.stringify(before) ? "all" : half({ before: before.length, now: now.length });
    },
  };
}
