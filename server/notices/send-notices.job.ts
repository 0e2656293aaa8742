// Queues the notices that are due. A round reads the choices with something new. Each email and the record of its events are one
// transaction under locks, so of several servers only one sends it.
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { causeThen } from "#server/passages/cause-then.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { eachAlone, repeat } from "#server/platform/jobs/run-jobs.ts";
import type { MailPort } from "#server/platform/mail/port.ts";
import { type NoticeItem, noticeMail, withinQueue } from "./mails.ts";
import {
  claimNotice,
  type DueNotice,
  type NoticeLine,
  readDueNotices,
  readNoticeLines,
  recordTold,
} from "./notices.store.ts";
import { stopToken } from "./stop-token.ts";

export interface SendNoticesDeps {
  engine: Pool;
  clock: Clock;
  log: Pick<Logger, "warn">;
  keys: Pick<KeyRing, "encryptText">;
  mail: Pick<MailPort, "queueMail" | "wake" | "configured">;
}

/** Sends every `everyMs` until `signal` aborts. */
export async function keepSendingNotices(
  deps: SendNoticesDeps & { everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, everyMs } = deps;
  const rounds = { clock, log, everyMs, failed: "notices were not looked after; trying again soon" };
  await repeat(rounds, signal, () => sendNotices(deps, signal));
}

/** Runs one round; returns how many emails were queued. Without a mail server it sends nothing and loses nothing. */
export async function sendNotices(deps: SendNoticesDeps, signal?: AbortSignal): Promise<number> {
  const { engine, log, mail } = deps;
  if (!mail.configured) return 0;
  const due = await readDueNotices(engine);
  let queued = 0;
  const alone = { log, failed: "a notice could not be made; trying again soon", signal };
  await eachAlone(alone, due, async (id) => {
    if (await transaction(engine, (client) => queueNotice(deps, client, id))) queued += 1;
  });
  if (queued > 0) mail.wake();
  return queued;
}

async function queueNotice({ keys, mail }: SendNoticesDeps, client: PoolClient, id: string): Promise<boolean> {
  const due = await claimNotice(client, id);
  if (due === null) return false;
  const lines = await readNoticeLines(client, due);
  const [first] = lines;
  if (first === undefined) return false;
  const items: NoticeItem[] = [];
  for (const line of lines) items.push(await itemOf(client, due, line));
  const shown = withinQueue(items);
  await mail.queueMail(client, {
    template: noticeMail,
    to: due.email,
    names: lines.slice(0, shown.length).flatMap(({ end_user_id }) => end_user_id ?? []),
    data: {
      kind: due.kind,
      language: due.language,
      organization: due.organization.slice(0, 100),
      total: first.total,
      items: shown,
      more: first.more + items.length - shown.length,
      stop: stopToken(keys, due.user_id, due.kind),
    },
  });
  await recordTold(client, due);
  return true;
}

async function itemOf(client: PoolClient, due: DueNotice, line: NoticeLine): Promise<NoticeItem> {
  const { source, id, kind, count, latest_at, place, who, is_weekly_code, plate_number, is_over } = line;
  return {
    source,
    id,
    what: kind === "access" ? await causeThen(client, { source, id }, due.organization_id) : kind,
    count,
    at: latest_at.toISOString(),
    place: cut(place),
    who: cut(who),
    isWeeklyCode: is_weekly_code,
    plate: cut(plate_number),
    isOver: is_over,
  };
}

/** Enough to recognise a name, so that an email has room for ten. */
const SHOWN_LENGTH = 80;
const cut = (name: string | null): string | null =>
  name === null || name.length <= SHOWN_LENGTH ? name : `${name.slice(0, SHOWN_LENGTH - 1)}…`;
