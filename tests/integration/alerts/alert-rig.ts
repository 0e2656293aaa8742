// An installation without a server: tests run its jobs by hand, as any number of servers.
import { pino } from "pino";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { systemClock } from "#drivers/clock.ts";
import {
  keepPostingWebhooks,
  maintainDeliveries,
  type SendWebhooksDeps,
  webhookQueue,
} from "#server/alerts/send-webhooks.job.ts";
import { type WatchAlertsDeps, watchAlerts } from "#server/alerts/watch-alerts.job.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { createMailPort } from "#server/platform/mail/port.ts";
import { createWebhookPoster } from "#server/platform/webhooks/webhook-poster.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { workDue } from "#tests/support/work-due.ts";

export const SECRET = "whsec_det-som-aldrig-far-synas";
export const PORTAL_URL = "https://portal.example";
const keys = createKeyRing("a secret that only tests have 0123456789");

export interface AlertServer {
  readonly log: string[];
  watch(changes?: Partial<WatchAlertsDeps>): ReturnType<typeof watchAlerts>;
  post(changes?: Partial<SendWebhooksDeps>): Promise<number>;
  keepPosting(changes: Partial<SendWebhooksDeps>, signal: AbortSignal): Promise<void>;
  maintain(): Promise<void>;
}

export type AlertRig = Awaited<ReturnType<typeof makeAlertRig>>;

/** Makes one system admin, one gate and a back-up of an hour ago, so that no alert is due. */
export async function makeAlertRig() {
  const database = await createTestDatabase();
  const admin = openPool({ connectionString: database.adminUrl, max: 2 });
  const opened: Pools[] = [];
  const one = async (text: string, values: unknown[] = []): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>(text, values);
    return rows[0]?.id ?? "";
  };
  const organization = await one("insert into organizations (name) values ('Brf Norrgården') returning id");
  const userId = await one("insert into auth.users (email) values ('system@x.example') returning id");
  await admin.query(
    "insert into profiles (id, first_name, last_name, email) values ($1, 'Siri', 'Ström', 'system@x.example')",
    [userId],
  );
  await admin.query("insert into user_roles (user_id, role) values ($1, 'system_admin')", [userId]);
  const gateId = await one(
    "insert into controllers (name, device_type, device_ip, organization_id) values ('Infart', 'axxon_lpr', '192.0.2.5', $1) returning id",
    [organization],
  );
  await admin.query(
    "insert into backups (id, taken_at, finished_at, verified_at, file_name, bytes, row_count) values (gen_random_uuid(), now() - interval '1 hour', now(), now(), 'b', 1, 1)",
  );

  return {
    database,
    admin,
    userId,
    gateId,
    addServer(): AlertServer {
      const pools = createPools({ url: database.authenticatorUrl, log: pino({ level: "silent" }) });
      opened.push(pools);
      const lines: string[] = [];
      const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
      const log = { info: note, warn: note };
      const base = { engine: pools.engine, clock: systemClock, log };
      const mail = createMailPort({ keys, configured: true });
      const poster = createWebhookPoster(
        { deviceNetworks: [], allowLoopbackDevices: true },
        { clock: systemClock, ownPorts: () => [] },
      );
      return {
        log: lines,
        watch: (changes = {}) =>
          watchAlerts({ ...base, mail, publicUrl: PORTAL_URL, certificateEnd: () => null, ...changes }),
        post: (changes = {}) =>
          workDue(webhookQueue({ ...base, keys, poster, ...changes }, new AbortController().signal), 8),
        keepPosting: (changes, signal) =>
          keepPostingWebhooks({ ...base, keys, poster, ...changes, everyMs: 10 }, signal),
        maintain: () => maintainDeliveries(base),
      };
    },
    async addWebhook(url: string): Promise<string> {
      const id = crypto.randomUUID();
      await admin.query(
        "insert into alert_webhooks (id, name, origin, encrypted_url, signing_secret) values ($1, 'Jourtelefon', $2, $3, $4)",
        [
          id,
          new URL(url).origin,
          keys.encryptText(url, encryptionAad("alert_webhooks.encrypted_url", id)),
          keys.encryptText(SECRET, encryptionAad("alert_webhooks.signing_secret", id)),
        ],
      );
      return id;
    },
    async deny(count: number): Promise<void> {
      await admin.query(
        "insert into access_logs (plate_number, controller_id, access_granted, access_reason) select 'ABC ' || 100 + n % 3, $1, false, 'no_match' from generate_series(1, $2) n",
        [gateId, count],
      );
    },
    async clear(): Promise<void> {
      await admin.query(
        "delete from alert_deliveries; delete from alerts; delete from mail_queue; delete from alert_webhooks; delete from access_logs",
      );
    },
    /** Makes the queue due and expires its leases. */
    dueNow: () => admin.query("update alert_deliveries set next_try_at = now(), lease_until = '-infinity'"),
    emails: async () => {
      const { rows } = await admin.query<{ id: string; encrypted: string; recipient: string }>(
        "select id, encrypted_content as encrypted, recipient from mail_queue where template = 'alert' order by created_at",
      );
      return rows.map(({ id, encrypted, recipient }) => ({
        recipient,
        data: keys.openText(encrypted, encryptionAad("mail_queue.encrypted_content", id)),
      }));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((pools) => pools.close()));
      await admin.end();
      await database.drop();
    },
  };
}
