// Sends known secrets through every path that takes or makes one. Answers that show a secret by purpose are not scanned.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PIN_QUOTAS } from "#contract/limits.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { createSender, inParallel } from "./sender.ts";

export interface Pushed {
  readonly pushed: Record<string, number>;
  readonly pins: ReadonlySet<string>;
  readonly texts: readonly string[];
  readonly answers: readonly { of: string; text: string }[];
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Shows a secret on purpose, so it is not searched. */
  readonly shows?: boolean;
}

interface Bench {
  readonly random: Random;
  readonly portal: TestPortal;
  readonly world: Awaited<ReturnType<typeof mainWorld>>;
  readonly call: (what: string, who: "system" | "nord" | "nobody", call: Call) => Promise<unknown>;
  readonly newPin: () => string;
  readonly newText: (kind: string) => string;
  readonly learn: (text: unknown) => void;
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
  {
    seed,
    count,
    log,
    progress,
  }: { seed: number; count: number; log: readonly string[]; progress?: (done: number) => void },
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
  const total = SHARES.reduce((sum, [share]) => sum + share, 0);
  await inParallel(count, async (n) => {
    // A long run outlives the minutes for which a sign-in counts as a step-up.
    if (n > 0 && n % 500 === 0) await world.system.auth.signInWithPassword(portal.accounts.system);
    let roll = random.below(total);
    const [, name, push] = SHARES.find(([share]) => (roll -= share) < 0) ?? SHARES[0] ?? [];
    if (!name || !push) return;
    pushed[name] = (pushed[name] ?? 0) + 1;
    if (n % 10 === 0) await forgetAttempts(portal);
    await push(bench);
    if (n % 1_000 === 0) progress?.(n);
  });
  await readBack(bench);
  await sender.close();
  return { pushed, pins, texts, answers };
}

async function pinByTable({ call, newPin, world, random, portal }: Bench): Promise<void> {
  const person = await personOf({ world, portal });
  const pin = newPin();
  const stored = await call("insert of a credential", "nord", {
    path: "/rest/v1/credentials?select=*",
    body: { end_user_id: person, credential_type: "pin", credential_value: pin, validity_period: "1_day" },
    headers: { prefer: "return=representation" },
  });
  if (random.next() < 0.8) return;
  const id = z.array(z.object({ id: z.string() })).parse(stored)[0]?.id;
  await call("change of a credential", "nord", {
    method: "PATCH",
    path: `/rest/v1/credentials?id=eq.${id}&select=*`,
    body: { credential_value: newPin() },
    headers: { prefer: "return=representation" },
  });
}

/** People for PINs that table calls add, each up to the quota. */
const carriers = new WeakMap<TestPortal, { person: Promise<string>; carries: number }>();
function personOf({ world, portal }: Pick<Bench, "world" | "portal">): Promise<string> {
  let carrier = carriers.get(portal);
  if (!carrier || carrier.carries >= PIN_QUOTAS.person) {
    carrier = { person: world.savePerson({ firstName: "Bär", lastName: "Are" }), carries: 0 };
    carriers.set(portal, carrier);
  }
  carrier.carries += 1;
  return carrier.person;
}

async function pinOfPerson({ call, newPin, world, portal }: Bench): Promise<void> {
  const payload = (pin: string) => ({
    organization_id: portal.accounts.nord.organizationId,
    first_name: "Person",
    last_name: "Med kod",
    pin: { value: pin, validity_period: "12_months", access_point_ids: world.doorIds },
  });
  const made = await call("end-user-manager CREATE", "nord", {
    path: "/functions/v1/end-user-manager",
    body: { action: "CREATE", payload: payload(newPin()) },
  });
  const id = z.object({ end_user_id: z.string() }).parse(made).end_user_id;
  await call("end-user-manager UPDATE", "nord", {
    path: "/functions/v1/end-user-manager",
    body: { action: "UPDATE", id, payload: payload(newPin()) },
  });
  // Otherwise the controller fills up before the end.
  await call("end-user-manager DELETE", "nord", {
    path: "/functions/v1/end-user-manager",
    body: { action: "DELETE", id },
  });
}

async function pinOnController({ call, newPin, world }: Bench): Promise<void> {
  const made = await call("axis-proxy CREATE_USER_WITH_PIN", "system", {
    path: "/functions/v1/axis-proxy",
    body: {
      action: "CREATE_USER_WITH_PIN",
      controller_id: world.controllerId,
      firstName: "Direkt",
      lastName: "Person",
      pin: newPin(),
      validFrom: "2026-01-01T00:00:00Z",
      validTo: "2036-01-01T00:00:00Z",
      accessPointIds: world.doorIds,
    },
  });
  await call("axis-proxy LIST_CREDENTIALS", "system", {
    path: "/functions/v1/axis-proxy",
    body: { action: "LIST_CREDENTIALS", controller_id: world.controllerId },
  });
  const userToken = z.object({ userToken: z.string() }).safeParse(made).data?.userToken;
  if (userToken)
    await call("axis-proxy DELETE_USER", "system", {
      path: "/functions/v1/axis-proxy",
      body: { action: "DELETE_USER", controller_id: world.controllerId, userToken },
    });
}

async function pinAsked({ call, newPin, random, world, portal }: Bench): Promise<void> {
  const pin = newPin();
  const person = await personOf({ world, portal });
  await random.pick([
    () => call("search", "nord", { path: "/rest/v1/rpc/search_end_users", body: { query: pin } }),
    () =>
      call("insert with a wrong type", "nord", {
        path: "/rest/v1/credentials",
        body: { end_user_id: person, credential_type: "pin", credential_value: { pin } },
      }),
    () =>
      call("insert of seven digits", "nord", {
        path: "/rest/v1/credentials",
        body: { end_user_id: person, credential_type: "pin", credential_value: `${pin}x` },
      }),
    () =>
      call("a PIN for somebody unknown", "nord", {
        path: "/rest/v1/credentials",
        body: { end_user_id: randomUUID(), credential_type: "pin", credential_value: pin },
      }),
    () =>
      call("weekly code by hand", "system", {
        path: "/rest/v1/weekly_codes",
        body: { code: pin, week_number: 1, year: 2027, valid_from: "2027-01-01", valid_to: "2027-01-08" },
      }),
    () => call("broken JSON", "nord", { path: "/functions/v1/end-user-manager", body: `{"pin":${pin}` }),
  ])();
}

async function devicePassword({ call, newText, random, world }: Bench): Promise<void> {
  const password = newText("device");
  const payload = {
    name: "Låda",
    device_type: "axis",
    device_ip: "192.0.2.9",
    device_port: 443,
    username: "root",
    enabled: false,
  };
  await random.pick([
    () =>
      call("controller-manager CREATE", "system", {
        path: "/functions/v1/controller-manager",
        body: { action: "CREATE", payload: { ...payload, password } },
      }),
    () =>
      call("insert of a controller", "system", {
        path: "/rest/v1/controllers?select=*",
        headers: { prefer: "return=representation" },
        body: {
          name: "Låda",
          device_type: "axis",
          device_ip: "192.0.2.9",
          username: "root",
          password_encrypted: password,
          enabled: false,
          organization_id: null,
        },
      }),
    () =>
      call("test of a form", "system", {
        path: "/functions/v1/axis-proxy",
        body: { action: "TEST_CONNECTION", device_ip: "127.0.0.1", device_port: 9, username: "root", password },
      }),
    () =>
      call("test of a form", "system", {
        path: "/functions/v1/axxon-proxy",
        body: { action: "TEST_CONNECTION", device_ip: "10.0.0.1:x", device_port: 80, username: password, password },
      }),
    () =>
      call("controller-manager UPDATE", "system", {
        path: "/functions/v1/controller-manager",
        body: { action: "UPDATE", id: world.gateId, payload: { password } },
      }),
  ])();
}

async function sessionTokens({ call, learn, portal }: Bench): Promise<void> {
  const { email, password } = portal.accounts.syd;
  await forgetAttempts(portal);
  const session = z.looseObject({ access_token: z.string(), refresh_token: z.string() });
  const first = session.parse(
    await call("sign-in", "nobody", {
      path: "/auth/v1/token?grant_type=password",
      body: { email, password },
      shows: true,
    }),
  );
  const second = session.parse(
    await call("refresh", "nobody", {
      path: "/auth/v1/token?grant_type=refresh_token",
      body: { refresh_token: first.refresh_token },
      shows: true,
    }),
  );
  learn(password);
  for (const { access_token, refresh_token } of [first, second]) {
    learn(access_token.split(".")[2]);
    learn(refresh_token);
  }
  const headers = { authorization: `Bearer ${second.access_token}` };
  await call("user", "nobody", { method: "GET", path: "/auth/v1/user", headers });
  await call("sessions", "nobody", { method: "GET", path: "/auth/v1/sessions", headers });
  await call("logout", "nobody", { path: "/auth/v1/logout?scope=local", headers });
  await call("use after logout", "nobody", { method: "GET", path: "/rest/v1/end_users", headers });
}

/** One address and organisation for all: their attempts would be used up early. */
async function forgetAttempts(portal: TestPortal): Promise<void> {
  await portal.admin.query("delete from auth.rate_limits; delete from private.pin_attempts");
}

async function wrongAttempts({ call, newText, random, portal }: Bench): Promise<void> {
  await forgetAttempts(portal);
  const secret = newText("wrong");
  const email = random.pick([portal.accounts.syd.email, "okand@x.example"]);
  await random.pick([
    () =>
      call("wrong password", "nobody", {
        path: "/auth/v1/token?grant_type=password",
        body: { email, password: secret },
      }),
    () =>
      call("password as address", "nobody", {
        path: "/auth/v1/token?grant_type=password",
        body: { email: secret, password: email },
      }),
    () =>
      call("unknown refresh token", "nobody", {
        path: "/auth/v1/token?grant_type=refresh_token",
        body: { refresh_token: secret },
      }),
    () =>
      call("unknown code", "nobody", {
        path: "/auth/v1/token?grant_type=pkce",
        body: { auth_code: secret, code_verifier: `${secret}${secret}` },
      }),
    () => call("unknown link", "nobody", { method: "GET", path: `/auth/v1/verify?type=recovery&token=${secret}` }),
    () =>
      call("unknown invitation", "nobody", {
        path: "/functions/v1/accept-invitation",
        body: { token: secret, password: secret },
      }),
    () =>
      call("forged token", "nobody", {
        method: "GET",
        path: "/rest/v1/end_users",
        headers: { authorization: `Bearer ${secret}` },
      }),
    () =>
      call("webhook with a wrong password", "nobody", {
        path: "/functions/v1/axxon-webhook?regnr=ABC123&gateid=x",
        headers: { authorization: `Basic ${Buffer.from(`lpr:${secret}`).toString("base64")}` },
      }),
    () => call("secret in an address", "nobody", { method: "GET", path: `/${secret}?password=${secret}` }),
  ])();
}

async function webhookPassword({ call, learn, world }: Bench): Promise<void> {
  const shown = await call("get-webhook-credentials", "system", {
    method: "GET",
    path: `/functions/v1/get-webhook-credentials?controller_id=${world.gateId}`,
    shows: true,
  });
  const { username, password } = z.object({ username: z.string(), password: z.string() }).parse(shown);
  learn(password);
  await call("webhook", "nobody", {
    path: `/functions/v1/axxon-webhook?regnr=ABC123&gateid=${world.gateId}`,
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` },
  });
}

async function administrator({ call, learn, newText, portal }: Bench): Promise<void> {
  const email = `${randomUUID()}@x.example`;
  const password = newText("admin");
  const path = "/functions/v1/admin-manager";
  const made = await call("create_org_admin", "system", {
    path,
    shows: true,
    body: {
      action: "create_org_admin",
      email,
      password,
      first_name: "A",
      last_name: "B",
      organization_id: portal.accounts.nord.organizationId,
    },
  });
  const { admin_id } = z.object({ admin_id: z.string() }).parse(made);
  const reset = await call("reset_password_and_get_temp", "system", {
    path,
    shows: true,
    body: { action: "reset_password_and_get_temp", admin_id },
  });
  learn(z.object({ temp_password: z.string() }).parse(reset).temp_password);
  await call("update_password", "system", {
    path,
    body: { action: "update_password", admin_id, password: newText("admin") },
  });
  await call("recover", "nobody", { path: "/auth/v1/recover", body: { email } });
  await call("send-welcome-email", "system", {
    path: "/functions/v1/send-welcome-email",
    body: { email, name: "A B", password: newText("welcome"), organizationName: "X" },
  });
}

async function invitation({ call, learn, newText, portal }: Bench): Promise<void> {
  const path = "/functions/v1/admin-manager";
  const email = `${randomUUID()}@x.example`;
  const made = await call("create_org_admin", "system", {
    path,
    shows: true,
    body: {
      action: "create_org_admin",
      email,
      first_name: "A",
      last_name: "B",
      organization_id: portal.accounts.nord.organizationId,
    },
  });
  const { admin_id, temp_password } = z.object({ admin_id: z.string(), temp_password: z.string() }).parse(made);
  learn(temp_password);
  const invited = await call("invite", "system", { path, shows: true, body: { action: "invite", admin_id } });
  const token =
    new URL(z.object({ invitation_link: z.string() }).parse(invited).invitation_link).searchParams.get("token") ??
    z.object({ invitation_link: z.string() }).parse(invited).invitation_link.split("=").at(-1);
  learn(token);
  const password = newText("chosen");
  await call("accept-invitation", "nobody", { path: "/functions/v1/accept-invitation", body: { token, password } });
  const session = z.looseObject({ access_token: z.string(), refresh_token: z.string() }).safeParse(
    await call("sign-in", "nobody", {
      path: "/auth/v1/token?grant_type=password",
      body: { email, password },
      shows: true,
    }),
  );
  if (!session.success) return;
  learn(session.data.refresh_token);
  const headers = { authorization: `Bearer ${session.data.access_token}` };
  const factor = await call("totp", "nobody", {
    path: "/auth/v1/factors",
    headers,
    shows: true,
    body: { factor_type: "totp", friendly_name: "App" },
  });
  learn(z.looseObject({ totp: z.looseObject({ secret: z.string() }) }).safeParse(factor).data?.totp.secret);
  await call("factors", "nobody", { method: "GET", path: "/auth/v1/factors", headers });
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
