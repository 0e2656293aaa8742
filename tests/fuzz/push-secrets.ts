// Sends known secrets through every path that takes or creates one. Answers that show a secret on purpose are not searched.
import { seededRandom } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { administrator, invitation, sessionTokens, wrongAttempts } from "./push-account-secrets.ts";
import { devicePassword, webhookPassword } from "./push-device-passwords.ts";
import { pinAsked, pinByTable, pinOfPerson, pinOnController } from "./push-pins.ts";
import { type Bench, deleteAttempts, liftQuotas } from "./secret-bench.ts";
import { createSender, type FuzzRun, inParallel } from "./sender.ts";

export interface Pushed {
  readonly pushed: Record<string, number>;
  readonly pins: ReadonlySet<string>;
  readonly texts: readonly string[];
  readonly answers: readonly { of: string; text: string }[];
}

const SHARES: readonly (readonly [share: number, name: string, push: (bench: Bench) => Promise<void>])[] = [
  [40, "PINs by table calls", pinByTable],
  [10, "PINs of people", pinOfPerson],
  [3, "PINs on controllers", pinOnController],
  [7, "PINs searched for and refused", pinAsked],
  [20, "device passwords", devicePassword],
  [8, "tokens of sessions", sessionTokens],
  [6, "wrong passwords and codes", wrongAttempts],
  [2, "webhook passwords", webhookPassword],
  [2, "passwords of administrators", administrator],
  [2, "invitations and factors", invitation],
];

export async function pushSecrets(
  portal: TestPortal,
  { seed, count, log, progress, stop }: FuzzRun & { log: readonly string[] },
): Promise<Pushed> {
  const random = seededRandom(seed);
  const world = await mainWorld(portal);
  const sender = createSender(portal.url);
  const [pins, texts, answers, pushed] = [
    new Set<string>(),
    [] as string[],
    [] as { of: string; text: string }[],
    {} as Record<string, number>,
  ];
  const tokenOf = async (who: "system" | "nord") =>
    (await world[who].auth.getSession()).data.session?.access_token ?? "";
  const bench: Bench = {
    random,
    portal,
    world,
    call: async (what, who, { method = "POST", path, body, headers, shows }) => {
      const bearer: Record<string, string> = who === "nobody" ? {} : { authorization: `Bearer ${await tokenOf(who)}` };
      const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
      const reply = await sender.send({
        method,
        path,
        headers: { ...bearer, ...(text !== null && { "content-type": "application/json" }), ...headers },
        body: text,
      });
      if (!shows) answers.push({ of: what, text: `${reply.head}\n${reply.text}` });
      if (reply.status === 500) {
        const why = log.filter((line) => line.includes('"request failed"')).slice(-3);
        throw new Error([`${what} ended in ${reply.status}: ${reply.text}`, ...why].join("\n"));
      }
      try {
        return JSON.parse(reply.text);
      } catch {
        return null;
      }
    },
    newPin: () => {
      for (;;) {
        const pin = String(200_000 + random.below(800_000));
        if (pins.has(pin)) continue;
        pins.add(pin);
        return pin;
      }
    },
    newText: (kind) => {
      const text = `${kind}-${Array.from({ length: 20 }, () => "abcdefghjkmnpqrstuvwxyz23456789ABCDEFGHJKMNPQRSTUVWXYZ"[random.below(55)]).join("")}`;
      texts.push(text);
      return text;
    },
    learn: (text) => {
      if (typeof text === "string" && text.length >= 12) texts.push(text);
    },
  };
  await liftQuotas(portal);
  const total = SHARES.reduce((sum, [share]) => sum + share, 0);
  await inParallel(
    count,
    async (n) => {
      // A long run outlives the minutes in which a sign-in counts as a step-up.
      if (n > 0 && n % 500 === 0) await world.system.auth.signInWithPassword(portal.accounts.system);
      let roll = random.below(total);
      const [, name, push] = SHARES.find(([share]) => (roll -= share) < 0) ?? SHARES[0] ?? [];
      if (!name || !push) return;
      pushed[name] = (pushed[name] ?? 0) + 1;
      if (n % 10 === 0) await deleteAttempts(portal);
      await push(bench);
      if (n % 1_000 === 0) progress?.(n);
    },
    stop,
  );
  await readBack(bench);
  await sender.close();
  return { pushed, pins, texts, answers };
}

async function readBack({ call, portal }: Bench): Promise<void> {
  const { rows } = await portal.admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition order by 1",
  );
  for (const { name } of rows)
    for (const who of ["system", "nord"] as const)
      await call(`table ${name}`, who, { method: "GET", path: `/rest/v1/${name}?select=*` });
  for (const [name, action] of [
    ["axis-proxy", "LIST_USERS"],
    ["axis-proxy", "LIST_CREDENTIALS"],
    ["examine-controller"],
  ]) {
    await call([name, action].join(" ").trim(), "system", {
      path: `/functions/v1/${name}`,
      body: { action, controller_id: (await mainWorld(portal)).controllerId },
    });
  }
}
