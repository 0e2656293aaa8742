import { peopleErrors } from "#contract/errors/people.ts";
import { plateKey } from "#contract/plate.ts";
import { plateProblem } from "#contract/plate-problem.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { type Reach, withPlateController } from "#server/devices/reach-device.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";

/** Adds a vehicle's plate to the list. The controller's worker then takes over, and removes plates without an assignment. */
export async function addVehicle(
  deps: Deps,
  { asCaller }: CallerContext,
  reach: Reach,
  plateText: string,
): Promise<{ vehicleId: string }> {
  const problem = plateProblem(plateText);
  if (problem !== null) throw new PortalError(peopleErrors[`plate_${problem}`](), { field: "plateNumber" });
  const { controller } = reach;
  const plate = plateKey(plateText);
  const onList = controller?.list_sync ?? false;
  // No row of the portal records this plate, and until the worker comes the server admits the car.
  if (onList && controller !== null)
    await asCaller((client) =>
      writeAudit(client, {
        action: "plate_put_on_list",
        objectType: "controllers",
        objectId: controller.id,
        after: { plate },
      }),
    );
  return withPlateController(deps, reach, (device) => device.addVehicle({ plateNumber: plate, onList }));
}
