// A client through a pooler that lends a server connection for one transaction, such as pgbouncer in transaction mode. Nothing set for a
// session lasts there, so role and limits are set at the begin of each transaction, and a single statement gets a transaction of its own.
import pg from "pg";
import { z } from "zod";
import { isDatabaseUnavailable, StandbyError } from "../http/errors.ts";
import { PrimaryClient } from "./primary-client.ts";

const BEGIN = /^begin\b[^;]*/;
const begun = z.array(z.object({ rows: z.array(z.object({ standby: z.boolean().optional() })) }));
type Query = string | pg.QueryConfig;
type Answered = (error: unknown, result?: pg.QueryResult) => void;

/** Returns the class of clients whose every transaction has these settings. `settings`: names and values of PostgreSQL's own. */
export function lentClient(settings: Readonly<Record<string, string>>): typeof PrimaryClient {
  const all = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  // A pooler does not pass on PostgreSQL's report that it is a standby. A second statement in the message of the begin asks for
  // it, at no extra round trip.
  const enter = `select ${[...all, "pg_is_in_recovery() as standby"].join(", ")}`;

  return class extends PrimaryClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // The driver's overloads take a dozen forms; the pools use three.
      Object.defineProperty(this, "query", {
        value: (query: Query, values?: unknown[], answered?: Answered) => {
          const result = this.#run(typeof query === "string" ? query : { ...query, name: undefined }, values);
          return answered === undefined ? result : void result.then((rows) => answered(null, rows), answered);
        },
      });
    }

    #run(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
      if (typeof query === "string" && BEGIN.test(query)) return this.#begin(query);
      const status = this.getTransactionStatus(); // null before the first answer
      return status === "T" || status === "E" ? super.query(query, values) : this.#alone(query, values);
    }

    async #begin(text: string): Promise<pg.QueryResult> {
      const result = await super.query(text.replace(BEGIN, (begin) => `${begin}; ${enter}`));
      const isStandby = begun.parse(result).some(({ rows }) => rows[0]?.standby === true);
      if (isStandby) throw new StandbyError();
      return result;
    }

    async #alone(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
      await this.#begin("begin");
      try {
        const result = await super.query(query, values);
        await super.query("commit");
        return result;
      } catch (error) {
        // A connection that is lost, or that is given up, rolls back too.
        if (!isDatabaseUnavailable(error)) await super.query("rollback").catch(() => undefined);
        throw error;
      }
    }
  };
}
