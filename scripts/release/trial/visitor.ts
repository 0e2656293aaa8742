// An administrator of the trial: speaks with the portal over TLS and trusts nothing but its authority.
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { z } from "zod";

const PATIENCE_MS = 120_000;
const PASSWORD = "provkorning av portalen 26";
const EMAIL = "first@trial.example";

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface Asked {
  readonly ca?: string;
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

/** Asks and parses the reply if it is JSON. Without `ca` the certificate is not checked. */
export function ask(
  address: string,
  { ca, method = "GET", body, headers = {} }: Asked,
): Promise<Reply & { raw: string }> {
  return new Promise((resolve, reject) => {
    const trusted = ca === undefined ? { rejectUnauthorized: false } : { ca };
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const options = { ...trusted, method, agent: false, timeout: PATIENCE_MS, headers: { ...json, ...headers } };
    const sent = request(address, options, (response) => {
      text(response).then((raw) => resolve({ status: response.statusCode ?? 0, body: parsed(raw), raw }), reject);
    });
    sent.once("timeout", () => sent.destroy(new Error(`no answer from ${address}`)));
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

export class Visitor {
  readonly #url: string;
  readonly #ca: string;
  #token = "";

  private constructor(url: string, ca: string) {
    this.#url = url;
    this.#ca = ca;
  }

  /** Takes the authority's certificate from the portal, as a person does once per computer; all later calls are checked against it. */
  static async meet(url: string): Promise<Visitor> {
    const { status, raw } = await ask(`${url}/functions/v1/tls-authority`, {});
    if (status !== 200) throw new Error(`no authority's certificate: ${status}`);
    return new Visitor(url, raw);
  }

  /** Makes the first administrator by the link that the start has printed. */
  async becomeFirst(setupUrl: string): Promise<void> {
    const token = new URL(setupUrl).searchParams.get("setup");
    const page = await ask(setupUrl, { ca: this.#ca });
    if (page.status !== 200 || !page.raw.includes("<html")) throw new Error(`the first page: ${page.status}`);
    await this.call("POST", "/functions/v1/first-admin", {
      token,
      email: EMAIL,
      password: PASSWORD,
      firstName: "Första",
      lastName: "Provet",
    });
  }

  async signIn(): Promise<void> {
    const body = await this.call("POST", "/auth/v1/token?grant_type=password", { email: EMAIL, password: PASSWORD });
    this.#token = z.object({ access_token: z.string() }).parse(body).access_token;
  }

  /** Calls the portal and returns the body. Throws Error with the body for any status but 2xx. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = {
      prefer: "return=representation",
      ...(this.#token !== "" && { authorization: `Bearer ${this.#token}` }),
    };
    const asked = { ca: this.#ca, method, headers, ...(body && { body }) };
    const { status, raw, body: answer } = await ask(this.#url + path, asked);
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${raw.slice(0, 500)}`);
    return answer;
  }

  async insert(table: string, row: object): Promise<string> {
    const rows = z.array(z.object({ id: z.string() })).min(1);
    const [first] = rows.parse(await this.call("POST", `/rest/v1/${table}`, row));
    return first?.id ?? "";
  }

  async perform(name: string, action: string, more: object = {}): Promise<unknown> {
    return this.call("POST", `/functions/v1/${name}`, { action, ...more });
  }
}
