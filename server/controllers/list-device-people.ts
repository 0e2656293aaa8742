// LIST_USERS and LIST_CREDENTIALS read the device live and join the result with the portal's state. Clear PINs stay in this file.
import type { AxisCredential, AxisUser } from "#contract/functions/axis-proxy.ts";
import { savedController, withDoorController } from "#server/devices/reach-device.ts";
import { type DirectPerson, directPeopleOf, type ReplicaState, replicasOf } from "./controller-users.store.ts";
import type { PeopleContext } from "./controller-users.ts";
import { type DevicePerson, mergeDevicePeople } from "./merge-device-people.rules.ts";

type Merged = DevicePerson & Pick<AxisUser, "owned" | "sourceKind" | "onDevice" | "state">;

/** Returns the people on the device and those on their way there, in the device's form. */
export async function listUsers(context: PeopleContext): Promise<AxisUser[]> {
  return (await listPeople(context)).map((person) => ({
    token: person.userToken,
    Name: person.name,
    Attribute: [
      { type: "string", Name: "FirstName", Value: person.firstName },
      { type: "string", Name: "LastName", Value: person.lastName },
    ],
    ...person,
  }));
}

/** Returns the credentials that are on the device, with their PINs in clear. */
export async function listCredentials(context: PeopleContext): Promise<AxisCredential[]> {
  return (await listPeople(context)).flatMap((person) => {
    if (person.credentialToken === null || !person.onDevice) return [];
    return [
      {
        token: person.credentialToken,
        UserToken: person.userToken,
        IdData: person.pin === null ? [] : [{ Name: "PIN", Value: person.pin }],
        ValidFrom: person.validFrom,
        ValidTo: person.validTo,
        Enabled: person.enabled,
        ...person,
      },
    ];
  });
}

/** Reads the device first, so that the portal's states are never older than the list. */
async function listPeople({ deps, call: { asCaller }, reach }: PeopleContext): Promise<Merged[]> {
  const { id } = savedController(reach);
  const people = await withDoorController(deps, reach, async (device) =>
    mergeDevicePeople(await device.listUsers(), await device.listCredentials()),
  );
  const { replicas, direct } = await asCaller(async (client) => ({
    replicas: await replicasOf(client, id),
    direct: await directPeopleOf(client, id),
  }));
  const byUser = new Map(replicas.map((replica) => [replica.userToken, replica]));
  const byCredential = new Map(replicas.map((replica) => [replica.credentialToken, replica]));
  const seen = new Set<string>();
  const listed = people.map((person): Merged => {
    // An unmanaged credential of a managed person counts as unmanaged: the credential is what opens.
    const replica =
      person.credentialToken === null ? byUser.get(person.userToken ?? "") : byCredential.get(person.credentialToken);
    if (replica) seen.add(replica.sourceId);
    return {
      ...person,
      owned: replica !== undefined,
      sourceKind: replica?.kind ?? null,
      onDevice: true,
      state: replica?.state ?? null,
    };
  });
  const bySource = new Map(replicas.map((replica) => [replica.sourceId, replica]));
  const missing = direct.flatMap((person): Merged[] => {
    const replica = bySource.get(person.id);
    return replica === undefined || seen.has(person.id) ? [] : [notOnDevice(person, replica)];
  });
  return [...listed, ...missing];
}

function notOnDevice({ id: _id, ...person }: DirectPerson, replica: ReplicaState): Merged {
  return {
    ...person,
    userToken: replica.userToken,
    credentialToken: person.pin === null ? null : replica.credentialToken,
    name: `${person.lastName}, ${person.firstName}`,
    owned: true,
    sourceKind: replica.kind,
    onDevice: false,
    state: replica.state,
  };
}
