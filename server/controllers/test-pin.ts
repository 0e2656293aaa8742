// Tests a PIN right after installation: the code is written like any other, the device is asked about it, and it ends within the hour.
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { AxisReply, AxisRequest } from "#contract/functions/axis-proxy.ts";
import { TEST_PIN_MINUTES } from "#contract/limits.ts";
import { TEST_PIN_NAME } from "#contract/made-texts.ts";
import { isoSeconds } from "#contract/stockholm.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { savedController, withDoorController } from "#server/devices/reach-device.ts";
import { verifyPin } from "#server/devices/verify-pin.ts";
import { suggestPin } from "#server/people/suggest-pin.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { userTokenOf } from "#server/reconcile/worker/tokens.ts";
import { itemNotFound } from "./adopt-device-person.ts";
import { type AskedDoor, askedDoors, storedPinOf } from "./controller-users.store.ts";
import { createUserWithPin, directOf, type PeopleContext } from "./controller-users.ts";

type Reply = AxisReply<"TEST_PIN">;

/** Asks every door about a test code; makes one unless `userToken` names it. Throws PortalError when the controller has no doors. */
export async function testPin(context: PeopleContext, { userToken }: AxisRequest<"TEST_PIN">): Promise<Reply> {
  const { id } = savedController(context.reach);
  const doors = await context.call.asCaller((client) => askedDoors(client, id));
  if (doors.length === 0) throw new PortalError(controllerErrors.device_without_access_points());
  return userToken ? askAgain(context, doors, userToken) : makeAndAsk(context, doors);
}

async function makeAndAsk(context: PeopleContext, doors: readonly AskedDoor[]): Promise<Reply> {
  const { deps, call } = context;
  const accessPointIds = doors.map((door) => door.id);
  const { pin } = await suggestPin(deps, call, accessPointIds);
  const now = deps.clock.now();
  const validTo = isoSeconds(new Date(now.getTime() + TEST_PIN_MINUTES * 60_000));
  const { userToken, state, pending } = await createUserWithPin(context, {
    ...TEST_PIN_NAME,
    pin,
    validFrom: isoSeconds(now),
    validTo,
    accessPointIds,
  });
  const answers = await asked(context, doors, state === "synced" ? pin : null);
  return { userToken, pin, validTo, doors: answers, state, pending };
}

async function askAgain(context: PeopleContext, doors: readonly AskedDoor[], userToken: string): Promise<Reply> {
  const { deps } = context;
  const id = await directOf(context, userToken);
  const stored = await storedPinOf(deps.pools.engine, id);
  if (stored === null || stored.pin === null || stored.validTo === null) throw itemNotFound();
  const carried = await awaitReplicas(deps, [id]);
  const pin = deps.keys.openPin(stored.pin, encryptionAad("controller_users.pin", id));
  const answers = await asked(context, doors, carried.state === "synced" ? pin : null);
  return { userToken: userTokenOf(id), pin: null, validTo: stored.validTo, doors: answers, ...carried };
}

/** Asks each door. A door that the device cannot judge has no answer; the other doors still have one. */
async function asked(
  { deps, reach }: PeopleContext,
  doors: readonly AskedDoor[],
  pin: string | null,
): Promise<Reply["doors"]> {
  if (pin === null) return doors.map(({ id, name }) => ({ id, name, granted: null, reason: null }));
  return withDoorController(deps, reach, async (device) => {
    const answers: Reply["doors"] = [];
    for (const { id, name, doorToken } of doors) {
      const verdict = doorToken === null ? undefined : await verifyPin(device, pin, doorToken);
      answers.push({ id, name, granted: verdict?.granted ?? null, reason: verdict?.reason ?? null });
    }
    return answers;
  });
}
