// The command palette's server results: people by name, PIN or plate, controllers and gates by name or address, doors and
// organisations by name. A person's result shows why they were not let in; the question "varför kom Anna inte in" finds only
// these reasons, for each Anna. Row policies decide what an org admin finds.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { subDays } from "date-fns";
import { z } from "zod";
import { searchEndUsers } from "#contract/functions/search-end-users.ts";
import type { Role } from "#contract/roles.ts";
import { accessPointRow } from "#contract/tables/access-points.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { credentialRow, endUserRow } from "#contract/tables/end-users.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { callSql } from "#web/lib/calls/sql.ts";
import { addressableSearch } from "#web/lib/lists/list-address.ts";
import { containsFilter } from "#web/lib/lists/search-filter.ts";
import { nameInQuestion } from "../why-question.ts";
import { findRefusals, type Refusal } from "./find-refusals.ts";

const MOST_FOUND = 5;
/** Limit for people with one name, those refused first. Their codes and plates must fit in one URL. */
const MOST_NAMED = 100;
const FIND_FROM = 2;
/** An older refusal is found only by asking for it. */
const LATELY_DAYS = 7;
export const FIND_KEY = ["palette"] as const;

const foundPerson = endUserRow.pick({ id: true, first_name: true, last_name: true }).extend({
  organizations: z.object({ name: z.string() }).nullable(),
  /** The person's vehicles. */
  credentials: z.array(credentialRow.pick({ credential_value: true })),
});
export type FoundPerson = z.infer<typeof foundPerson>;
const foundController = controllerRow.pick({ id: true, name: true, device_type: true });

const foundDoor = accessPointRow.pick({ id: true, name: true, door_name: true }).extend({
  controllers: z.object({ id: z.uuid(), name: z.string() }),
});
const foundOrganization = z.object({ id: z.uuid(), name: z.string() });

export interface FoundWhy {
  person: FoundPerson;
  /** Null: never refused. */
  refusal: Refusal | null;
}

export interface Found {
  people: FoundPerson[];
  controllers: z.infer<typeof foundController>[];
  doors: z.infer<typeof foundDoor>[];
  organizations: z.infer<typeof foundOrganization>[];
  /** Filled when the text asks why somebody was not let in: the newest refused first, however long ago. */
  why: FoundWhy[];
}

const NOTHING: Found = { people: [], controllers: [], doors: [], organizations: [], why: [] };

export function findAnythingQueryOptions(query: string, role: Role) {
  return queryOptions<Found>({
    queryKey: [...FIND_KEY, role, query],
    enabled: query.length >= FIND_FROM,
    placeholderData: (before) => (query.length >= FIND_FROM ? keepPreviousData(before) : NOTHING),
    queryFn: async ({ signal }) => {
      const asked = nameInQuestion(query);
      if (asked !== null) {
        const named = await findPeople(asked, MOST_NAMED, signal);
        return { ...NOTHING, why: await findWhy(named, null, signal) };
      }
      const [people, controllers, doors, organizations] = await Promise.all([
        findPeople(query, MOST_FOUND, signal),
        findControllers(query, signal),
        findDoors(query, signal),
        role === "system_admin" ? findOrganizations(query, signal) : [],
      ]);
      return { people, controllers, doors, organizations, why: [] };
    },
  });
}

/**
 * Finds people of a name who were recently refused, newest first, because a person who searches often has somebody on the
 * telephone who was just refused. The search takes three rounds and starts once people of that name are shown, so the other
 * results do not wait for it. Digits start no such search, since a PIN is looked up once.
 */
export function findLatelyRefusedQueryOptions(query: string, role: Role, hasPeople: boolean) {
  const isAsked = query.length >= FIND_FROM && nameInQuestion(query) === null && addressableSearch(query) !== "";
  return queryOptions<FoundWhy[]>({
    queryKey: [...FIND_KEY, "lately refused", role, query],
    enabled: isAsked && hasPeople,
    placeholderData: (before) => (isAsked ? keepPreviousData(before) : []),
    queryFn: async ({ signal }) => {
      const named = await findPeople(query, MOST_NAMED, signal);
      const why = await findWhy(named, subDays(new Date(), LATELY_DAYS).toISOString(), signal);
      return why.filter(({ refusal }) => refusal !== null);
    },
  });
}

async function findWhy(named: readonly FoundPerson[], since: string | null, signal: AbortSignal): Promise<FoundWhy[]> {
  const ids = named.map(({ id }) => id);
  const refusals = await findRefusals(ids, { most: MOST_FOUND, since, signal });
  const people = new Map(named.map((person) => [person.id, person]));
  return [...refusals].flatMap(([id, refusal]) => {
    const person = people.get(id);
    return person === undefined ? [] : [{ person, refusal }];
  });
}

async function findPeople(query: string, most: number, signal: AbortSignal): Promise<Found["people"]> {
  const { ids } = await callSql(searchEndUsers, { query, limit: most, offset: 0 }, signal);
  if (ids.length === 0) return [];
  const call = backend
    .from("end_users")
    .select("id, first_name, last_name, organizations(name), credentials(credential_value)")
    .eq("credentials.credential_type", "license_plate")
    .order("created_at", { referencedTable: "credentials" })
    .in("id", ids);
  const people = await readRows(foundPerson, call.abortSignal(signal));
  return people.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function findControllers(query: string, signal: AbortSignal): Promise<Found["controllers"]> {
  return readRows(
    foundController,
    backend
      .from("controllers")
      .select("id, name, device_type")
      .or(containsFilter(["name", "device_ip"], query))
      .order("name")
      .limit(MOST_FOUND)
      .abortSignal(signal),
  );
}

function findDoors(query: string, signal: AbortSignal): Promise<Found["doors"]> {
  return readRows(
    foundDoor,
    backend
      .from("access_points")
      .select("id, name, door_name, controllers!inner(id, name)")
      .or(containsFilter(["door_name", "name"], query))
      .order("door_name")
      .limit(MOST_FOUND)
      .abortSignal(signal),
  );
}

function findOrganizations(query: string, signal: AbortSignal): Promise<Found["organizations"]> {
  return readRows(
    foundOrganization,
    backend
      .from("organizations")
      .select("id, name")
      .or(containsFilter(["name"], query))
      .order("name")
      .limit(MOST_FOUND)
      .abortSignal(signal),
  );
}
