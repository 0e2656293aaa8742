import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { transaction } from "#server/platform/database/transaction.ts";
import type { ChainHead, ChainReport, Finding } from "./audit-chain.rules.ts";
import type { Vouch } from "./audit-vouch.rules.ts";
import type { ChainedRow, ChainLink, UnchainedRow } from "./chained-row.rules.ts";

/**
 * Makes the text of a row that its entry covers: jsonb and microseconds do not depend on server version or time zone. It is no
 * database function, because an attacker could replace one. A new column of the table needs a new version of this text.
 * Microseconds are a numeric, which holds any time the table can hold; an overflowing row would stop every chain.
 */
const AUDIT_ROW_SQL = `jsonb_build_array(a.id, a.tx::text, a.organization_id, a.actor, a.actor_name, a.action, a.subject_table,
  a.subject_id, a.subject_name, a.before, a.after, a.row_count, round(extract(epoch from a.at) * 1000000), host(a.address), a.request_id)::text`;

const unchainedRow = z
  .object({ id: z.string(), organization_id: z.string().nullable(), text: z.string() })
  .transform(({ id, organization_id, text }): UnchainedRow => ({ id, organizationId: organization_id, text }));

const headRow = z
  .object({ organization_id: z.string().nullable(), seq: z.coerce.number(), hmac: z.string() })
  .transform(({ organization_id, seq, hmac }): ChainHead => ({ organizationId: organization_id, seq, hmac }));

/** Takes the chain lock until the transaction ends; returns false while another server is chaining. */
export async function lockChain(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_xact_lock(7276114003) as mine");
  return z.object({ mine: z.boolean() }).parse(rows[0]).mine;
}

/**
 * Returns rows that may be chained, oldest transaction first: no older transaction can still commit. A visible row with a future
 * transaction id comes from a restored back-up and is due at once.
 */
export async function dueRows(client: PoolClient, limit: number): Promise<UnchainedRow[]> {
  const { rows } = await client.query(
    `select a.id, a.organization_id, ${AUDIT_ROW_SQL} as text
     from (select audit_id, tx from public.audit_unchained
           where (tx < pg_snapshot_xmin(pg_current_snapshot()) or tx >= pg_snapshot_xmax(pg_current_snapshot()))
             and exists (select from public.audit a where a.id = audit_id)
           order by tx, audit_id limit $1) u
     join public.audit a on a.id = u.audit_id
     order by u.tx, u.audit_id`,
    [limit],
  );
  return z.array(unchainedRow).parse(rows);
}

const vouchedRow = z.object({
  backup_id: z.string(),
  vouch: z.object({ database: z.string(), key_id: z.string(), mac: z.string() }),
});

/** Returns the unverified record of the newest restore of this database; null if no restore has loaded it. */
export async function restoreOf(engine: Pool, database: string): Promise<z.infer<typeof vouchedRow> | null> {
  const { rows } = await engine.query(
    `select subject_id as backup_id, after -> 0 -> 'restored_vouch' as vouch from public.audit
     where action = 'backup_restored' and after -> 0 -> 'restored_vouch' ->> 'database' = $1 order by at desc limit 1`,
    [database],
  );
  return rows[0] === undefined ? null : vouchedRow.parse(rows[0]);
}

/** Waits for another server that is accepting the chain ends of a restored database. */
export async function waitForRestoreLock(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock(7276114004)");
}

/** Tells whether somebody has accepted the chains' ends as this back-up left them. */
export async function hasAcceptedRestore(db: Pool | PoolClient, backupId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from public.audit where action = 'audit_ends_restored' and subject_id = $1",
    [backupId],
  );
  return rowCount !== 0;
}

/** Returns the last entry of each of these chains (null: the installation's). A chain without entries is missing. */
export async function chainHeads(db: Pool | PoolClient, chains: readonly (string | null)[]): Promise<ChainHead[]> {
  const { rows } = await db.query(
    `select s.organization_id, s.seq, s.hmac from unnest($1::uuid[]) o (id) cross join lateral (
       select organization_id, seq, hmac from public.audit_chain where organization_id = o.id order by seq desc limit 1) s
     union all
     (select organization_id, seq, hmac from public.audit_chain where $2 and organization_id is null order by seq desc limit 1)`,
    [chains.filter((id) => id !== null), chains.includes(null)],
  );
  return z.array(headRow).parse(rows);
}

export async function organizationIds(db: Pool | PoolClient): Promise<string[]> {
  const { rows } = await db.query("select id from public.organizations");
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}

/** Stores entries, and takes their rows off the queue. */
export async function storeLinks(client: PoolClient, links: readonly ChainLink[]): Promise<void> {
  await client.query(
    `with chained as (
       insert into public.audit_chain (organization_id, seq, audit_id, key_id, row_hmac, hmac)
       select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[]) returning audit_id)
     delete from public.audit_unchained u using chained where u.audit_id = chained.audit_id`,
    [
      links.map((link) => link.organizationId),
      links.map((link) => link.seq),
      links.map((link) => link.auditId),
      links.map((link) => link.keyId),
      links.map((link) => link.rowHmac),
      links.map((link) => link.hmac),
    ],
  );
}

/** Tells whether a row waits to be chained. */
export async function hasUnchained(engine: Pool): Promise<boolean> {
  const { rows } = await engine.query("select exists (select from public.audit_unchained) as waiting");
  return z.object({ waiting: z.boolean() }).parse(rows[0]).waiting;
}

/** Returns the chains that have entries; null is the installation's. */
export async function chainsOfRows(engine: Pool): Promise<(string | null)[]> {
  // Loose index scan: ten million entries have few organisations.
  const { rows } = await engine.query(
    `with recursive o as (
       (select organization_id from public.audit_chain where organization_id is not null order by organization_id limit 1)
       union all
       select (select s.organization_id from public.audit_chain s where s.organization_id > o.organization_id order by s.organization_id limit 1)
       from o where o.organization_id is not null)
     select organization_id from o where organization_id is not null
     union all select null where exists (select from public.audit_chain where organization_id is null)`,
  );
  return z
    .array(z.object({ organization_id: z.string().nullable() }))
    .parse(rows)
    .map((row) => row.organization_id);
}

const chainedRow = z
  .object({
    organization_id: z.string().nullable(),
    seq: z.coerce.number(),
    audit_id: z.string(),
    key_id: z.string(),
    row_hmac: z.string(),
    hmac: z.string(),
    text: z.string().nullable(),
    row_organization_id: z.string().nullable(),
    /** Null also when a Date cannot hold the time. */
    at: z.date().nullable(),
  })
  .transform(
    (link): ChainedRow => ({
      organizationId: link.organization_id,
      seq: link.seq,
      auditId: link.audit_id,
      keyId: link.key_id,
      rowHmac: link.row_hmac,
      hmac: link.hmac,
      row: link.text === null ? null : { text: link.text, organizationId: link.row_organization_id, at: link.at },
    }),
  );

/** Returns entries after `after` with their rows, in the order of the chain. `row` null: the row is gone. */
export async function readChainedRows(
  db: Pool | PoolClient,
  { organizationId, after, limit }: { organizationId: string | null; after: number; limit: number },
): Promise<ChainedRow[]> {
  const { rows } = await db.query(
    `select s.organization_id, s.seq, s.audit_id, s.key_id, s.row_hmac, s.hmac,
       case when a.id is null then null else ${AUDIT_ROW_SQL} end as text, a.organization_id as row_organization_id,
       case when a.at between '0001-01-01 00:00:00+00' and '9999-12-31 00:00:00+00' then a.at end as at
     from (select * from public.audit_chain
           where ${organizationId === null ? "organization_id is null and $1::uuid is null" : "organization_id = $1"} and seq > $2
           order by seq limit $3) s
     left join public.audit a on a.id = s.audit_id
     order by s.seq`,
    [organizationId, after, limit],
  );
  return z.array(chainedRow).parse(rows);
}

const lostRow = z.object({
  kind: z.enum(["unchained", "removed"]),
  id: z.string(),
  organization_id: z.string().nullable(),
});

/** Returns at most `limit` rows with neither an entry nor a place in the queue, and queued rows that are gone. */
export async function rowsOutsideChains(engine: Pool, limit: number): Promise<Finding[]> {
  const { rows } = await transaction(
    engine,
    async (client) => {
      // Reading the whole log may take long.
      await client.query("set local statement_timeout = 0");
      return await client.query(
        `(select 'unchained' as kind, a.id, a.organization_id from public.audit a
          where not exists (select from public.audit_chain s where s.audit_id = a.id)
            and not exists (select from public.audit_unchained u where u.audit_id = a.id) limit $1)
         union all
         (select 'removed', u.audit_id, null from public.audit_unchained u
          where not exists (select from public.audit a where a.id = u.audit_id) limit $1)`,
        [limit],
      );
    },
    "begin read only",
  );
  return z
    .array(lostRow)
    .parse(rows)
    .map(({ kind, id, organization_id }) => ({
      kind,
      organizationId: organization_id,
      seq: null,
      auditId: id,
      count: 1,
    }));
}

const vouchRow = z
  .object({
    key_id: z.string(),
    voucher_id: z.string(),
    chain: z.string().nullable(),
    entries: z.coerce.number(),
    mac: z.string(),
  })
  .transform(
    ({ key_id, voucher_id, entries, ...rest }): Vouch => ({
      keyId: key_id,
      voucherId: voucher_id,
      entries: entries,
      ...rest,
    }),
  );

/** Returns the stored vouches, unverified: only the keys can confirm them. */
export async function storedVouches(engine: Pool): Promise<Vouch[]> {
  const { rows } = await engine.query("select key_id, voucher_id, chain, entries, mac from public.audit_keys");
  return z.array(vouchRow).parse(rows);
}

export async function storeVouches(engine: Pool, vouches: readonly Vouch[]): Promise<void> {
  if (vouches.length === 0) return;
  await engine.query(
    `insert into public.audit_keys (key_id, voucher_id, chain, entries, mac)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])`,
    [
      vouches.map((vouch) => vouch.keyId),
      vouches.map((vouch) => vouch.voucherId),
      vouches.map((vouch) => vouch.chain),
      vouches.map((vouch) => vouch.entries),
      vouches.map((vouch) => vouch.mac),
    ],
  );
}

const KEPT_FINDINGS = 100;

/** Stores the outcome of a check, with its first findings only. */
export async function storeCheck(engine: Pool, startedAt: Date, report: ChainReport): Promise<void> {
  await engine.query(
    `insert into public.audit_checks (started_at, checked_through, checked_rows, unreadable_rows, findings, first_findings)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      startedAt,
      report.through,
      report.rows,
      report.unreadable,
      report.findings.length,
      JSON.stringify(report.findings.slice(0, KEPT_FINDINGS)),
    ],
  );
}

/** Returns when the last check ended; null: none has. */
export async function lastCheckAt(engine: Pool): Promise<Date | null> {
  const { rows } = await engine.query("select finished_at from public.audit_checks order by finished_at desc limit 1");
  return rows[0] === undefined ? null : z.object({ finished_at: z.date() }).parse(rows[0]).finished_at;
}
