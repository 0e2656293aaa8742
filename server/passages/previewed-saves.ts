// The saves that access-preview runs, and whose access each may change.
import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import type { PreviewRequest } from "#contract/functions/access-preview.ts";
import { saveCalendar, saveSchedule } from "#server/controllers/schedules.ts";
import { removeAccessGroup, saveAccessGroup, setMembers } from "#server/people/access-groups.ts";
import { extendCredentials } from "#server/people/extend-credentials.ts";
import { importPeople } from "#server/people/import-people.ts";
import { switchPeople } from "#server/people/people-in-bulk.ts";
import { submitEndUser } from "#server/people/save-end-user.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { TenantGuard } from "#server/platform/database/tenant-guard.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ActionCall } from "#server/platform/functions/action.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { AwaitDeps } from "#server/reconcile/engine/await-replicas.ts";
import {
  peopleOfCredentials,
  peopleOfGroup,
  placesOfController,
  placesOfGroup,
  placesOfSchedules,
  type Scope,
  schedulesWithCalendar,
  seenPeople,
  setDoorHours,
  setLink,
} from "./access-preview.store.ts";

/** The device is not awaited: nothing will be written. */
export type SaveDeps = Deps & AwaitDeps;

export interface PreviewedSave {
  before: Scope;
  /** Runs the save; returns whose access may differ now. */
  run: (deps: SaveDeps, call: ActionCall) => Promise<Scope>;
  /** The group whose members' PINs may wait. */
  group: string | null;
  /** True when the save's parts are separate transactions, whose PINs are compared together here. */
  inParts: boolean;
}

export interface SaveScope {
  client: PoolClient;
  caller: Caller;
  guard: TenantGuard;
}

type Of<Call extends PreviewRequest["call"]> = Extract<PreviewRequest, { call: Call }>["body"];

const NOBODY: Scope = { people: [], places: null, organization: null };
const ofPeople = (people: readonly string[]): Scope => ({ ...NOBODY, people });
const atPlaces = (places: readonly string[]): Scope => ({ people: null, places, organization: null });

/** Returns the save of a request, with its scope as the caller sees it. */
export function previewedSave(scope: SaveScope, request: PreviewRequest): Promise<PreviewedSave> {
  const { client } = scope;
  switch (request.call) {
    case "access-groups":
      return ofGroup(client, request.body);
    case "schedules":
      return ofSchedule(client, request.body);
    case "end-user-manager":
      return ofPerson(scope, request.body);
    case "people-import":
      return ofImport(request.body);
    case "door-hours":
      return ofDoor(request.body);
    case "organization-link":
      return ofLink(client, request.body);
  }
}

const plain = { group: null, inParts: false };

/** Runs a save whose people and places are the same before and after. */
const within = (scope: Scope, run: (deps: SaveDeps, call: ActionCall) => Promise<unknown>): PreviewedSave => ({
  ...plain,
  before: scope,
  run: async (deps, call) => {
    await run(deps, call);
    return scope;
  },
});

async function ofGroup(client: PoolClient, body: Of<"access-groups">): Promise<PreviewedSave> {
  if (body.action === "SET_MEMBERS") {
    const scope = {
      ...ofPeople([...body.add, ...body.remove]),
      places: await placesOfGroup(client, { id: body.id, more: [] }),
    };
    return { ...within(scope, (deps, call) => setMembers(deps, call, body)), group: body.id };
  }
  const { id = null } = body;
  const more = body.action === "SAVE" ? [...body.doors, ...body.gates] : [];
  const scope =
    id === null
      ? NOBODY
      : { ...ofPeople(await peopleOfGroup(client, id)), places: await placesOfGroup(client, { id, more }) };
  if (body.action === "REMOVE") return within(scope, (deps, call) => removeAccessGroup(deps, call, body));
  return { ...within(scope, (deps, call) => saveAccessGroup(deps, call, body)), group: id };
}

async function ofSchedule(client: PoolClient, body: Of<"schedules">): Promise<PreviewedSave> {
  if (body.action === "SAVE") {
    const places = body.id === undefined ? [] : await placesOfSchedules(client, [body.id]);
    return within(atPlaces(places), (deps, call) => saveSchedule(deps, call, body));
  }
  const users = body.id === undefined ? [] : await schedulesWithCalendar(client, body.id);
  return within(atPlaces(await placesOfSchedules(client, users)), (deps, call) => saveCalendar(deps, call, body));
}

async function ofPerson({ client, caller, guard }: SaveScope, body: Of<"end-user-manager">): Promise<PreviewedSave> {
  switch (body.action) {
    case "CREATE":
      return {
        ...plain,
        before: NOBODY,
        run: async (deps, call) =>
          ofPeople([(await submitEndUser(deps, call, { id: null, payload: body.payload })).end_user_id]),
      };
    case "UPDATE":
      return within(ofPeople([body.id]), (deps, call) =>
        submitEndUser(deps, call, {
          id: body.id,
          payload: body.payload,
          seenAt: body.seen_at,
          seenAccess: body.seen_access,
        }),
      );
    case "EXTEND": {
      const scope = ofPeople(await peopleOfCredentials(client, body.credential_ids));
      return within(scope, (deps, call) => extendCredentials(deps, call, body.credential_ids));
    }
    case "DELETE":
    case "DELETE_MANY": {
      // Not run: it would lock the credentials, which a gate's decision needs.
      const ids = body.action === "DELETE" ? [body.id] : body.ids;
      const seen = (await seenPeople(client, ids)).filter((one) => guard.admits(caller, one.organization_id));
      if (seen.length === 0) throw new PortalError(peopleErrors.user_gone());
      return { ...plain, before: ofPeople(seen.map(({ id }) => id)), run: async () => NOBODY };
    }
    case "SWITCH_MANY":
      return { ...within(ofPeople(body.ids), (deps, call) => switchPeople(deps, call, body)), inParts: true };
  }
}

async function ofImport(body: Of<"people-import">): Promise<PreviewedSave> {
  return {
    ...plain,
    inParts: true,
    before: NOBODY,
    run: async (deps, call) => {
      const results = await importPeople(deps, call, body);
      return ofPeople(results.flatMap((row) => ("end_user_id" in row && !row.repeated ? [row.end_user_id] : [])));
    },
  };
}

async function ofDoor(body: Of<"door-hours">): Promise<PreviewedSave> {
  return within(atPlaces([body.access_point_id]), (_deps, { asCaller }) =>
    asCaller(async (client, caller) => {
      if (caller.role !== "system_admin") throw new PortalError(platformErrors.not_allowed());
      if (!(await setDoorHours(client, body.access_point_id, body.hours_schedule_id)))
        throw new PortalError(platformErrors.address_unknown());
    }),
  );
}

async function ofLink(client: PoolClient, body: Of<"organization-link">): Promise<PreviewedSave> {
  const scope: Scope = {
    people: null,
    places: await placesOfController(client, body.controller_id),
    organization: body.organization_id,
  };
  return within(scope, (_deps, { asCaller }) =>
    asCaller(async (tx, caller) => {
      if (caller.role !== "system_admin") throw new PortalError(platformErrors.not_allowed());
      await setLink(tx, body);
    }),
  );
}
