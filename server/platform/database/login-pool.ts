// A pool whose login may get another password while it runs: the password comes of the secret key, and while that is replaced one
// server has the new key before the others. Every server knows both, so whoever is refused tries the other one.
import pg from "pg";

const INVALID_PASSWORD = "28P01";

export interface Login {
  /** The connection string that worked last. */
  readonly url: string;
  readonly choices: number;
  /** `refused` did not work; does nothing when somebody else has found that out already. */
  moveOn(refused: string): void;
}

/** `urls`: one for each password, the likeliest first. */
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

/** As pg.Pool; a refused password is answered by trying the others, once each, before anybody is told. */
export class LoginPool extends pg.Pool {
  readonly #login: Login;

  constructor(login: Login, config: pg.PoolConfig) {
    super({ ...config, connectionString: login.url });
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
        if (left <= 1 || !(error instanceof pg.DatabaseError) || error.code !== INVALID_PASSWORD) throw error;
        this.#login.moveOn(url);
      }
    }
  }
}
