// Users on the unit are only an address book; credentials decide.
import { cutText } from "#contract/plain-line.ts";
import type { Clock } from "../clock.ts";
import { ItemNotFoundError } from "../errors.ts";
import type { DeviceUser, DoorController } from "../port.ts";
import type { AxisClient } from "./client.ts";
import { NAME_MAX, SERVICES } from "./endpoints.ts";
import { createRecentReads } from "./recent-reads.ts";
import { valueText, type WireUser, wireUser } from "./wire.ts";

const LIST = {
  service: SERVICES.accessControl,
  operation: "axudb:GetUserList",
  keys: ["User", "UserInfo"],
  item: wireUser,
};
const GET = { ...LIST, operation: "axudb:GetUser" };

/** Older samples write names with a space: such fields are read, and updated where present. */
const FIRST_NAMES = ["FirstName", "First name"];
const LAST_NAMES = ["LastName", "Last name"];

/** Creates the calls about users. Removing a user who is gone is no error. */
export function axisUsers(
  client: AxisClient,
  clock: Clock,
): Pick<DoorController, "getUsers" | "listUsers" | "putUser" | "removeUser"> {
  const recent = createRecentReads<WireUser>(clock);
  return {
    async getUsers(tokens) {
      const found = await client.get(GET, tokens);
      recent.remember(tokens, found);
      return found.map(readUser);
    },
    listUsers: async () => (await client.list(LIST)).map(readUser),
    async putUser(user) {
      const known = recent.take(user.token);
      const existing = known === undefined ? (await client.get(GET, [user.token]))[0] : (known ?? undefined);
      await client.set(SERVICES.accessControl, "axudb:SetUser", "User", mergeUser(existing, user));
    },
    async removeUser(token) {
      recent.take(token);
      await client.call(SERVICES.accessControl, "axudb:RemoveUser", { Token: [token] }).catch(ignoreMissing);
    },
  };
}

/** Throws every error but that of a missing object. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof ItemNotFoundError)) throw error;
}

function readUser(user: WireUser): DeviceUser {
  const named = (names: readonly string[]) => user.Attribute.find((one) => names.includes(one.Name));
  const comma = user.Name.indexOf(", ");
  const [lastPart, firstPart] = comma < 0 ? [user.Name, ""] : [user.Name.slice(0, comma), user.Name.slice(comma + 2)];
  return {
    token: user.token,
    firstName: valueText(named(FIRST_NAMES)) || firstPart,
    lastName: valueText(named(LAST_NAMES)) || lastPart,
    name: user.Name,
  };
}

function mergeUser(existing: WireUser | undefined, user: Omit<DeviceUser, "name">) {
  const attributes = (existing?.Attribute ?? []).map((one) => {
    if (FIRST_NAMES.includes(one.Name)) return { ...one, Value: user.firstName };
    if (LAST_NAMES.includes(one.Name)) return { ...one, Value: user.lastName };
    return one;
  });
  for (const [name, value] of [
    ["FirstName", user.firstName],
    ["LastName", user.lastName],
  ] as const) {
    if (!attributes.some((one) => one.Name === name)) attributes.push({ type: "string", Name: name, Value: value });
  }
  return { Description: "", ...existing, token: user.token, Name: displayName(user), Attribute: attributes };
}

function displayName(user: { firstName: string; lastName: string }): string {
  return cut([user.lastName, user.firstName].filter((part) => part !== "").join(", "));
}

/** Returns a name of a length that the unit takes, without half a character at its end. */
export function cut(text: string): string {
  return cutText(text, NAME_MAX).trimEnd();
}
