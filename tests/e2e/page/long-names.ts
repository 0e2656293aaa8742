// Fills lists with values that no column has room for.
import { expect } from "@playwright/test";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";

/** A name as long as Swedish names often are: two first names and two family names. */
export const ORDINARY_NAME = { firstName: "Anna-Karin", lastName: "Johansson Lindqvist" };

/** Adds names that no column has room for. */
export async function longNames(portal: TestPortal): Promise<void> {
  const { savePerson, controllerId, doorIds, gateId } = await mainWorld(portal);
  const near = () => portal.admin.query("select from plate_near_misses");
  if ((await near()).rowCount !== 0) return;
  await savePerson({
    firstName: "Maximiliana-Konstantinopel",
    lastName: "Exempelssonsdotter-Provberg af Attrappholm",
    pin: "739164",
    plate: "MLB 19D",
  });
  await savePerson({ ...ORDINARY_NAME, pin: "739165" });
  await portal.axxon.drive("MLB84A");
  await portal.axxon.drive("MLB19Q");
  const renamed = [controllerId, gateId].map((id, place) => [
    id,
    `Bostadsrättsföreningens norra garageinfart ${place}`,
  ]);
  for (const [id, name] of renamed)
    await portal.admin.query("update controllers set name = $2 where id = $1", [id, name]);
  await portal.admin.query(
    `update organizations set name = 'Bostadsrättsföreningen Norrgården vid Sydhamnens inre kaj',
       description = 'Industriområde med lastkaj, kontor och två grindar, delat med grannarna' where id = $1`,
    [portal.accounts.nord.organizationId],
  );
  // An ended validity, and a held door, have a third line of information.
  await savePerson({ firstName: "Ivar", lastName: "Provberg", plate: "MLX 28R" });
  await portal.admin.query(
    "update credentials set vehicle_type = 'Personbil', valid_from = now() - interval '2 days', valid_to = now() - interval '1 day' where plate_key = 'MLX28R'",
  );
  const { organizationId, userId } = portal.accounts.nord;
  await portal.admin.query(
    `insert into door_holds (request_id, access_point_id, organization_id, requested_by, requested_as, reason, until)
     values (gen_random_uuid(), $1, $2, $3, 'Nora Nordmall', 'hantverkare', now() + interval '11 hours 50 minutes')`,
    [doorIds[0], organizationId, userId],
  );
  await portal.admin.query("update access_points set description = repeat('Dörren till garaget ', 5)");
  await expect.poll(async () => (await near()).rowCount).toBe(1);
  portal.axis.punch(portal.axis.doorTokens[0] ?? "", "112233");
  const refused = () => portal.admin.query("select from door_events where granted = false");
  await expect.poll(async () => (await refused()).rowCount).toBe(1);
}
