// Connects with passwords derived from the secret key. During a rotation one server switches first, so each server tries both.
import pg from "pg";
import { PrimaryClient } from "./primary-client.ts";

const INVALID_PASSWORD = "28P01";
/** pgbouncer's message for a refused login; it has one code for all its refusals. */
const POOLER_REFUSED = /^(?:password|SASL) authentication failed/;

export interface Login {
  readonly url: string;
  readonly choices: number;
  moveOn(refused: string): void;
}

/** Creates a login. `urls`: one per password, likeliest first. */
export function createLogin(urls: readonly string[]): Login {
  let place = 0;
  const url = () => {
    const text = urls[place % urls.length];
    if (text === undefined) throw new Error("a login needs a connection string");
    return text;
  };
  return {
    get url() {
      return url();
    },
    choices: urls.length,
    moveOn: (refused) => {
      if (url() === refused) place += 1;
    },
  };
}

type Ready = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pg.Pool that tries each other password once when one is refused. */
export class LoginPool extends pg.Pool {
  readonly #login: Login;

  constructor(login: Login, config: pg.PoolConfig, Client = PrimaryClient) {
    super({ ...config, Client, connectionString: login.url });
    this.#login = login;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(ready: Ready): void;
  override connect(ready?: Ready): Promise<pg.PoolClient> | void {
    if (this.#login.choices === 1) return ready === undefined ? super.connect() : super.connect(ready);
    const connected = this.#tryAll();
    if (ready === undefined) return connected;
    connected.then(
      (client) => ready(undefined, client, (release) => client.release(release === true || release instanceof Error)),
      (error: unknown) => ready(error instanceof Error ? error : new Error(String(error)), undefined, () => {}),
    );
  }

  async #tryAll(): Promise<pg.PoolClient> {
    for (let left = this.#login.choices; ; left--) {
      const { url } = this.#login;
      this.options.connectionString = url;
      try {
        return await super.connect();
      } catch (error) {
        if (left <= 1 || !isRefusedPassword(error)) throw error;
        this.#login.moveOn(url);
      }
    }
  }
}

const isRefusedPassword = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === INVALID_PASSWORD || POOLER_REFUSED.test(error.message));
