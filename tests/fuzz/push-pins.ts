// Pushes PINs of people: stored, on controllers, searched for and refused.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PIN_QUOTAS } from "#contract/limits.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import type { Bench } from "./secret-bench.ts";

export async function pinByTable({ call, newPin, world, random, portal }: Bench): Promise<void> {
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

/** People who carry the PINs that table calls add, each up to the quota. Each has a plate, since nobody is saved without access. */
const carriers = new WeakMap<TestPortal, { person: Promise<string>; carries: number; number: number }>();
function personOf({ world, portal }: Pick<Bench, "world" | "portal">): Promise<string> {
  let carrier = carriers.get(portal);
  if (!carrier || carrier.carries >= PIN_QUOTAS.person) {
    const number = (carrier?.number ?? 100) + 1;
    const person = world.savePerson({ firstName: "Bär", lastName: "Are", plate: `BAR ${number}` });
    carrier = { person, carries: 0, number };
    carriers.set(portal, carrier);
  }
  carrier.carries += 1;
  return carrier.person;
}

export async function pinOfPerson({ call, newPin, world, portal }: Bench): Promise<void> {
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
  // Without this removal the controller would be full before the end.
  await call("end-user-manager DELETE", "nord", {
    path: "/functions/v1/end-user-manager",
    body: { action: "DELETE", id },
  });
}

export async function pinOnController({ call, newPin, world }: Bench): Promise<void> {
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

export async function pinAsked({ call, newPin, random, world, portal }: Bench): Promise<void> {
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
