import { accessProfileSchema, credentialSchema, userSchema } from "./objects.ts";
import { accessPointsOf } from "./reader.ts";
import type { AxisState } from "./state.ts";

export interface AxisSeed {
  users?: readonly unknown[];
  credentials?: readonly unknown[];
  accessProfiles?: readonly unknown[];
  people?: readonly SeedPerson[];
  crowd?: number;
}

export interface SeedPerson {
  firstName: string;
  lastName: string;
  pin: string;
  doors?: readonly string[];
  validFrom?: string;
  validTo?: string;
}

/** Adds objects and people. `crowd`: how many more people with a PIN. */
export function seedState(state: AxisState, seed: AxisSeed): void {
  for (const raw of seed.users ?? []) put(state, state.users, userSchema.parse(raw));
  for (const raw of seed.accessProfiles ?? []) put(state, state.accessProfiles, accessProfileSchema.parse(raw));
  for (const raw of seed.credentials ?? []) put(state, state.credentials, credentialSchema.parse(raw));
  for (const person of seed.people ?? []) seedPerson(state, person);
  for (let index = 0; index < (seed.crowd ?? 0); index += 1) {
    seedPerson(state, { firstName: `Person ${index}`, lastName: "Exempelsson", pin: String(100_000 + index) });
  }
  state.changed();
}

function put<Item extends { token: string }>(state: AxisState, items: Map<string, Item>, item: Item): void {
  const token = item.token || state.newToken();
  items.set(token, { ...item, token });
}

function seedPerson(state: AxisState, person: SeedPerson): void {
  const userToken = state.newToken();
  state.users.set(
    userToken,
    userSchema.parse({
      token: userToken,
      Name: `${person.lastName}, ${person.firstName}`,
      Attribute: [
        { type: "string", Name: "FirstName", Value: person.firstName },
        { type: "string", Name: "LastName", Value: person.lastName },
      ],
    }),
  );
  const doors = [...state.doors.values()].filter((door) => !person.doors || person.doors.includes(door.Name));
  const credential = credentialSchema.parse({
    token: state.newToken(),
    UserToken: userToken,
    ValidFrom: person.validFrom ?? "",
    ValidTo: person.validTo ?? "",
    Enabled: true,
    Status: "Enabled",
    IdData: [{ Name: "PIN", Value: person.pin }],
    CredentialAccessProfile: doors.map((door) => ({ AccessProfile: doorGroup(state, door.token, door.Name) })),
  });
  state.credentials.set(credential.token, credential);
}

function doorGroup(state: AxisState, doorToken: string, doorName: string): string {
  const token = `group-${doorToken}`.slice(0, 64);
  if (!state.accessProfiles.has(token)) {
    const AccessPolicy = accessPointsOf(state, doorToken).map((point) => ({
      AccessPoint: point.token,
      Schedule: ["standard_always"],
    }));
    const profile = { token, Name: `Grupp ${doorName}`, Enabled: true, Schedule: ["standard_always"], AccessPolicy };
    state.accessProfiles.set(token, accessProfileSchema.parse(profile));
  }
  return token;
}
