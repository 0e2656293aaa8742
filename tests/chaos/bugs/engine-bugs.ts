// Bugs planted between an engine and its world that no worker notices, because the read-back looks right.
import type { Pool, PoolClient } from "pg";
import type { DeviceConnection, DeviceCredential, DoorController } from "#drivers/port.ts";
import type { CampaignOptions, CampaignResult } from "../edits/campaign.ts";

export interface PlantedBug {
  name: string;
  seenIn: (result: CampaignResult) => number;
  options: Partial<CampaignOptions>;
}

const wrongDoors = (result: CampaignResult) => result.differences.length;

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: "no read-back: what was sent is taken for what is there, on devices that lie",
    seenIn: wrongDoors,
    options: { spoiled: { faults: 0, lies: 0.3 }, between: { device: believingWrites() } },
  },
  {
    name: "a lost change: an assignment that bumps no generation",
    seenIn: wrongDoors,
    options: {
      arrange: async ({ world }) => {
        await world.admin.query("alter table controller_assignments disable trigger new_generation_insert");
      },
    },
  },
  noFencing(),
  {
    name: "a removal recorded without read-back",
    seenIn: (result) => result.orphans.length,
    options: { between: { device: forgettingRemovals } },
  },
  {
    name: "the wrong doors: every door's profile on every credential",
    seenIn: wrongDoors,
    options: {
      between: {
        device: (device) =>
          distorting(device, async (credential) => ({
            ...credential,
            profileTokens: (await device.listProfiles())
              .map(({ token }) => token)
              .filter((token) => token.startsWith("wp-")),
          })),
      },
    },
  },
  {
    name: "a validity without an end",
    seenIn: wrongDoors,
    options: {
      between: { device: (device) => distorting(device, async (credential) => ({ ...credential, validTo: null })) },
    },
  },
  {
    name: "a reservation freed early: a PIN is free as soon as its row changes",
    seenIn: (result) => result.unreserved.length,
    options: {
      watchEvery: 1,
      spoiled: { faults: 0.1, lies: 0 },
      arrange: async ({ world }) => {
        await world.admin.query(
          `create function free_early() returns trigger language plpgsql as $$
           begin
             delete from controller_pins where source_id = new.id and not pin_hmac = any (new.pin_hmacs);
             return null;
           end $$;
           create trigger z_free_early after update on credentials for each row execute function free_early()`,
        );
      },
    },
  },
  {
    name: "a token of the device's choice: each write makes another replica",
    seenIn: (result) => result.duplicates.length,
    options: { between: { device: inventingTokens } },
  },
];

export const EDITS = 40;

/** Plants two servers without fencing: during the edits a lease excludes nobody and no commit checks its fence. */
function noFencing(): PlantedBug {
  let planted = false;
  return {
    name: "no fencing: a lease keeps nobody out",
    seenIn: (result) => Math.max(0, result.mostWritesAtOnce - 1),
    options: {
      servers: 2,
      arrange: async () => {
        planted = true;
      },
      // Two workers that keep taking over each other's controller would never finish.
      progress: (done) => {
        planted &&= done < EDITS;
      },
      between: {
        pool: (pool) =>
          rewriting(pool, () => planted, [
            ["claim-workers", "s.lease_until < clock_timestamp() and ", ""],
            [
              "holds-lease",
              " and fence = $2 and lease_owner = $3 for share",
              " and $2::bigint is not null and $3::text is not null",
            ],
          ]),
      },
    },
  };
}

/** Makes reads return the last write, whatever the device stored. */
function believingWrites() {
  // Kept by address: a reopened driver keeps its predecessor's belief.
  const sentTo = new Map<string, Map<string, DeviceCredential | null>>();
  return (device: DoorController, { baseUrl }: DeviceConnection): DoorController => {
    const sent = sentTo.get(String(baseUrl)) ?? new Map<string, DeviceCredential | null>();
    sentTo.set(String(baseUrl), sent);
    const believed = (found: readonly DeviceCredential[], tokens: readonly string[]) => {
      const actual = new Map(found.map((one) => [one.token, one]));
      return tokens.flatMap((token) => sent.get(token) ?? (sent.has(token) ? [] : (actual.get(token) ?? [])));
    };
    return {
      ...device,
      putCredential: async (credential) => {
        await device.putCredential(credential);
        sent.set(credential.token, credential);
      },
      removeCredential: async (token) => {
        await device.removeCredential(token);
        sent.set(token, null);
      },
      getCredentials: async (tokens) => believed(await device.getCredentials(tokens), tokens),
      listCredentials: async () => {
        const found = await device.listCredentials();
        return believed(found, [...new Set([...found.map(({ token }) => token), ...sent.keys()])]);
      },
    };
  };
}

/** Drops removals, and leaves their objects out of reads. */
function forgettingRemovals(device: DoorController): DoorController {
  const gone = new Set<string>();
  const left = (found: DeviceCredential[]) => found.filter(({ token }) => !gone.has(token));
  return {
    ...device,
    putCredential: async (credential) => {
      gone.delete(credential.token);
      await device.putCredential(credential);
    },
    removeCredential: async (token) => void gone.add(token),
    getCredentials: async (tokens) => left(await device.getCredentials(tokens)),
    listCredentials: async () => left(await device.listCredentials()),
  };
}

/** Writes a different object, while reads show the intended one. */
function distorting(
  device: DoorController,
  distort: (credential: DeviceCredential) => Promise<DeviceCredential>,
): DoorController {
  const meant = new Map<string, DeviceCredential>();
  const undo = (found: DeviceCredential[]) => found.map((one) => meant.get(one.token) ?? one);
  return {
    ...device,
    putCredential: async (credential) => {
      await device.putCredential(await distort(credential));
      meant.set(credential.token, credential);
    },
    getCredentials: async (tokens) => undo(await device.getCredentials(tokens)),
    listCredentials: async () => undo(await device.listCredentials()),
  };
}

/** Uses a new token for every write; reads show the newest under the old one. */
function inventingTokens(device: DoorController): DoorController {
  let count = 0;
  const newest = new Map<string, string>();
  const read = async (tokens: readonly string[]) => {
    const real = new Map(tokens.map((token) => [newest.get(token) ?? token, token]));
    const found = await device.getCredentials([...real.keys()]);
    return found.map((one) => ({ ...one, token: real.get(one.token) ?? one.token }));
  };
  return {
    ...device,
    putCredential: async (credential) => {
      count += 1;
      const token = `${credential.token}-${count}`;
      await device.putCredential({ ...credential, token });
      newest.set(credential.token, token);
    },
    removeCredential: async (token) => {
      await device.removeCredential(newest.get(token) ?? token);
      newest.delete(token);
    },
    getCredentials: read,
    listCredentials: async () => {
      const found = await device.listCredentials();
      const invented = found.filter(({ token }) => /^wp-c-.{36}-\d+$/.test(token)).map(({ token }) => token);
      return [...found.filter(({ token }) => !invented.includes(token)), ...(await read([...newest.keys()]))];
    },
  };
}

/** Rewrites named statements; throws when the text to change is missing, because the bug would do nothing. */
function rewriting(
  pool: Pool,
  planted: () => boolean,
  changes: readonly [name: string, from: string, to: string][],
): Pool {
  const rewritten = (query: unknown): unknown => {
    if (!planted() || typeof query !== "object" || query === null || !("name" in query) || !("text" in query))
      return query;
    const change = changes.find(([name]) => name === query.name);
    if (!change) return query;
    const [name, from, to] = change;
    const text = String(query.text);
    if (!text.includes(from)) throw new Error(`the statement ${name} has no "${from}"`);
    return { ...query, name: `planted-${name}`, text: text.replace(from, to) };
  };
  const asking =
    (real: Pool | PoolClient) =>
    (query: unknown, ...rest: unknown[]) =>
      Reflect.apply(real.query, real, [rewritten(query), ...rest]);
  const client = (real: PoolClient): PoolClient =>
    new Proxy(real, { get: (_target, key) => (key === "query" ? asking(real) : member(real, key)) });
  return new Proxy(pool, {
    get: (_target, key) => {
      if (key === "query") return asking(pool);
      return key === "connect" ? async () => client(await pool.connect()) : member(pool, key);
    },
  });
}

function member(real: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(real, key, real);
  return typeof value === "function" ? value.bind(real) : value;
}
