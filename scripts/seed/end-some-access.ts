// Ends the access of two people of each demo organisation once a door has their PINs: one is switched off, one expires. When they try, the
// door names them and the log says why they were refused.
import type { Pool } from "pg";
import type { Logger } from "pino";

const EVERY_MS = 10_000;
/** Workers write the demo's people to the doors within the first minutes. */
const TRIES = 60;

/** Repeats until every organisation has such people or the time is up. Returns a function that stops it. */
export function endSomeAccessSoon(pool: Pool, log: Pick<Logger, "warn">): () => void {
  let tries = 0;
  const timer = setInterval(() => {
    tries += 1;
    if (tries === TRIES) clearInterval(timer);
    endSomeAccess(pool).catch((error: unknown) => log.warn({ err: error }, "no demo access was ended"));
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Ends access once per organisation, at the first start or any later one; returns how many were ended. */
export async function endSomeAccess(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `with at_doors as (
       select c.id, row_number() over people as place, count(*) over (partition by c.organization_id) as count
       from credentials c
       where c.credential_type = 'pin' and c.enabled and c.valid_to > now() and c.valid_from < now() - interval '1 day'
         and exists (select from device_sync d where d.source_id = c.id and not d.pending and d.applied_digest is not null)
         and not exists (select from credentials o where o.organization_id = c.organization_id and not o.enabled)
       window people as (partition by c.organization_id order by c.id))
     update credentials c set enabled = p.place <> 1, valid_to = case p.place when 2 then now() - interval '1 hour' else c.valid_to end
     from at_doors p where p.id = c.id and p.place <= 2 and p.count >= 2`,
  );
  return rowCount ?? 0;
}
