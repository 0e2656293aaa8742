import type { Random } from "#scripts/seed/random.ts";
import { FUNCTIONS } from "#server/functions.ts";
import type { Tenant } from "#tests/support/tenant-world.ts";
import { actionsOfFunction, bodyOfSchema } from "./body-of-schema.ts";
import { ODD_TEXTS, oddValue } from "./rest-request.ts";
import type { FuzzRequest } from "./sender.ts";

export interface CallFuzz {
  readonly random: Random;
  readonly ids: readonly string[];
  readonly victim: Tenant;
  readonly emails: readonly string[];
}

const ACTIONS = FUNCTIONS.flatMap(({ name }) => actionsOfFunction(name));

/** Calls a function. Half of the bodies follow its schema; the others mix keys of all functions. */
export function functionRequest(fuzz: CallFuzz, headers: Record<string, string>): FuzzRequest {
  const { random, ids, victim, emails } = fuzz;
  const fn = random.pick(FUNCTIONS);
  if (fn.method === "POST" && random.next() < 0.5) {
    const body = bodyOfSchema(fn.name, { random, idFor: (key) => idFor(fuzz, key) });
    return post(fn.name, headers, body);
  }
  const person = { organization_id: victim.organization, first_name: "A", last_name: "B" };
  const sometimes = (more: object) => (random.next() < 0.5 ? more : {});
  const id = () => random.pick(ids);
  const body: Record<string, unknown> = {
    action: random.pick(random.next() < 0.5 ? ACTIONS : [...actionsOfFunction(fn.name), "CREATE"]),
    ...sometimes({ id: random.next() < 0.7 ? victim.person : id() }),
    ...sometimes({ controller_id: id(), controllerId: id() }),
    ...sometimes({ organization_id: random.next() < 0.7 ? victim.organization : id() }),
    ...sometimes({ credential_id: random.next() < 0.7 ? victim.pin : id() }),
    ...sometimes({ access_point_ids: [victim.accessPoint, id()] }),
    ...sometimes({
      admin_id: random.next() < 0.7 ? victim.admin : id(),
      email: random.pick(emails),
      password: "hemligt-ord-2026",
    }),
    ...sometimes({
      plates: ["ABC123", "SYDHEMLIGT"],
      import_id: crypto.randomUUID(),
      rows: [{ row: 1, plate: "ABC 123", first_name: "A", last_name: "B", vehicle_type: null }],
    }),
    ...sometimes({
      payload: {
        ...person,
        ...sometimes({ organization_id: id() }),
        ...sometimes({ pin: { value: "482915", validity_period: "1_day", access_point_ids: [victim.accessPoint] } }),
        ...sometimes({
          vehicle: {
            plate_number: "ABC 123",
            vehicle_type: "Bil",
            validity_period: "1_day",
            controller_ids: [victim.gate],
          },
        }),
      },
    }),
    ...sometimes({
      source: random.pick(["gate", "door"]),
      passage: { source: "door", id: victim.doorEvent },
      access_point_id: id(),
      request_id: crypto.randomUUID(),
      reason: "leverans",
      fix_id: "extend",
      confirm: true,
    }),
    ...sometimes({ id: random.pick([victim.doorEvent, victim.passage, victim.nearPassage, ...victim.nearMisses]) }),
    ...sometimes({ userToken: id(), credentialToken: id(), macro_id: "1", code_id: id(), codeIds: [id()] }),
  };
  if (random.next() < 0.2) body[random.pick(Object.keys(body))] = oddValue({ random, ids });
  if (fn.method === "GET") {
    return {
      method: "GET",
      path: `/functions/v1/${fn.name}?controller_id=${random.next() < 0.8 ? victim.gate : id()}`,
      headers,
      body: null,
    };
  }
  return post(fn.name, headers, body);
}

const post = (fn: string, headers: Record<string, string>, body: unknown): FuzzRequest => ({
  method: "POST",
  path: `/functions/v1/${fn}`,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Returns the victim's row of the kind that a key names, or now and then any row that is known. */
function idFor({ random, ids, victim }: CallFuzz, key: string): string {
  const rows: Readonly<Record<string, readonly string[]>> = {
    credential: [victim.pin, victim.plate],
    user: [victim.person],
    person: [victim.person],
    organization: [victim.organization],
    point: [victim.accessPoint],
    controller: [victim.door, victim.gate, victim.spareGate],
    gate: [victim.gate],
    calendar: [victim.calendar],
    schedule: [victim.schedule],
    group: [victim.group],
    admin: [victim.admin],
    id: [victim.person, victim.group, victim.schedule, victim.calendar, victim.passage, ...victim.nearMisses],
  };
  const kind = Object.keys(rows).find((word) => key.toLowerCase().includes(word));
  return random.next() < 0.8 && kind !== undefined ? random.pick(rows[kind] ?? ids) : random.pick(ids);
}

export function searchRequest({ random, ids, victim }: CallFuzz, headers: Record<string, string>): FuzzRequest {
  const query = random.pick([victim.marker.slice(0, 1 + random.below(6)), "7593", "759302", "S", "a", ...ODD_TEXTS]);
  const body = {
    query,
    ...(random.next() < 0.4 && { organization_id: random.next() < 0.8 ? victim.organization : random.pick(ids) }),
    ...(random.next() < 0.3 && { credential_type: random.pick(["pin", "license_plate", "x"]) }),
    limit: random.pick([1, 50, 1000]),
    offset: random.below(3),
  };
  return {
    method: "POST",
    path: "/rest/v1/rpc/search_end_users",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** Makes calls of /auth/v1 that name other accounts; none ends the caller's own session. */
export function authRequest({ random, ids, victim, emails }: CallFuzz, headers: Record<string, string>): FuzzRequest {
  const id = random.next() < 0.5 ? victim.admin : random.pick(ids);
  const [method = "GET", path = "/user"] = random.pick([
    ["GET", "/user"],
    ["GET", `/user/${id}`],
    ["GET", `/admin/users/${id}`],
    ["GET", "/admin/users"],
    ["PUT", `/admin/users/${id}`],
    ["DELETE", `/admin/users/${id}`],
    ["GET", "/factors"],
    ["POST", `/factors/${id}/challenge`],
    ["POST", `/factors/${id}/verify`],
    ["DELETE", `/factors/${id}`],
    ["GET", "/sessions"],
    ["DELETE", `/sessions/${id}`],
    ["DELETE", `/user/identities/${id}`],
    ["POST", "/recover"],
    ["POST", "/token?grant_type=password"],
    ["POST", "/token?grant_type=refresh_token"],
    ["POST", "/token?grant_type=pkce"],
    ["POST", "/verify"],
    ["GET", `/verify?token=${id}&type=recovery`],
    ["POST", "/signup"],
    ["POST", "/otp"],
    ["POST", "/resend"],
    ["POST", "/invite"],
    ["GET", "/settings"],
    ["GET", "/authorize?provider=x"],
    ["GET", `/callback?state=${id}&code=${id}`],
    ["GET", "/.well-known/jwks.json"],
  ]);
  const body = {
    email: random.pick(emails),
    password: random.pick(ODD_TEXTS),
    refresh_token: id,
    auth_code: id,
    code_verifier: "x".repeat(43),
    token: "123456",
    token_hash: id,
    type: random.pick(["recovery", "email_change", "invite", "magiclink"]),
    code: "123456",
    challenge_id: id,
    factor_id: id,
    user_id: victim.admin,
  };
  const posts = method === "POST" || (method === "PUT" && path !== "/user");
  return {
    method,
    path: `/auth/v1${path}`,
    headers: posts ? { ...headers, "content-type": "application/json" } : headers,
    body: posts ? JSON.stringify(body) : null,
  };
}

export function openRequest({ random, ids, victim }: CallFuzz): FuzzRequest {
  const basic = `Basic ${Buffer.from(`${random.pick(["SYDHEMLIGT".toLowerCase(), victim.gate, "portal"])}:${random.pick(ODD_TEXTS)}`).toString("base64")}`;
  const json = { "content-type": "application/json" };
  return random.pick<() => FuzzRequest>([
    () => ({
      method: "POST",
      path: `/functions/v1/axxon-webhook?regnr=${encodeURIComponent(random.pick(ODD_TEXTS).toWellFormed().slice(0, 500))}&gateid=${victim.gate}`,
      headers: { authorization: basic },
      body: null,
    }),
    () => ({
      method: "POST",
      path: "/functions/v1/accept-invitation",
      headers: json,
      body: JSON.stringify({ token: random.pick(ids), password: "hemligt-ord-2026" }),
    }),
    () => ({
      method: "POST",
      path: "/functions/v1/first-admin",
      headers: json,
      body: JSON.stringify({ token: random.pick(ids), email: "x@y.example", password: "hemligt-ord-2026" }),
    }),
    () => ({
      method: "GET",
      path: `/${random.pick(["", "rest/v1", "rest/v1/", "auth", "functions/v1", ".env", "health", "%2e%2e/%2e%2e/etc/passwd"])}`,
      headers: {},
      body: null,
    }),
  ])();
}
