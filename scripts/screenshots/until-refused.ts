// Waits until a new demo has refused somebody: its people come within seconds, and their events are read a moment later.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Account } from "./plan.ts";

const LOG = "/access-logs";
const AGAIN_MS = 1_000;
const WAIT_MS = 300_000;

const session = z.object({ access_token: z.string() });

export interface UntilRefused {
  url: string;
  accounts: readonly Pick<Account, "name" | "signIn" | "shots">[];
  /** Part of the names of the screenshots to take. */
  only?: string | undefined;
  stop: AbortSignal;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Returns the accounts whose log still shows no refusal; empty when each has one. */
export async function untilRefused({ url, accounts, only = "", stop, pause = wait }: UntilRefused): Promise<string[]> {
  const without: string[] = [];
  for (const { name, signIn, shots } of accounts) {
    const isShown = shots.some((shot) => shot.path.includes(LOG) && shot.name.includes(only));
    if (signIn === null || !isShown) continue;
    const token = await tokenOf(url, signIn);
    let left = WAIT_MS;
    while (!(await seesRefusal(url, token)) && left > 0) {
      await pause(AGAIN_MS, stop);
      left -= AGAIN_MS;
    }
    if (left <= 0) without.push(name);
  }
  return without;
}

const wait = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });

async function tokenOf(url: string, account: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  if (!answer.ok) throw new Error(`${account.email} cannot sign in (${answer.status})`);
  return session.parse(await answer.json()).access_token;
}

async function seesRefusal(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/rest/v1/door_log?select=id&kind=eq.access&granted=is.false&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`the log of doors cannot be read (${answer.status})`);
  return z.array(z.unknown()).parse(await answer.json()).length > 0;
}
