// person-data: export and erasure of one person, by the own organisation's admin or a system admin.
import { peopleErrors } from "#contract/errors/people.ts";
import { DEFAULT_PURPOSES } from "#contract/forms/organization.ts";
import { personDataRequest } from "#contract/functions/person-data.ts";
import { SYNC_WAIT_MS } from "#contract/limits.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { asUser } from "#server/platform/database/as-user.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { holdersOfEndUser } from "./holders.store.ts";
import { erasePerson, exportPerson, readErasures } from "./person-data.store.ts";

export const personData = defineFunction({
  name: "person-data",
  method: "POST",
  input: personDataRequest,
  handle: async ({ pools, sync }, { input, claims }) => {
    switch (input.action) {
      case "EXPORT":
        return asUser(pools.user, claims, async (client) => {
          const person = await exportPerson(client, input.end_user_id);
          if (person === null) throw gone();
          await writeAudit(client, { action: "person_exported", objectType: "end_users", objectId: input.end_user_id });
          return { person: { ...person, purposes: person["purposes"] ?? DEFAULT_PURPOSES } };
        });
      case "ERASE": {
        const { id, holders } = await asUser(pools.user, claims, async (client) => {
          const known = await holdersOfEndUser(client, input.end_user_id);
          const erasure = await erasePerson(client, input.end_user_id);
          if (erasure === null) throw gone();
          return { id: erasure, holders: known };
        });
        await sync.waitForHolders(holders, SYNC_WAIT_MS);
        const [erasure] = await asUser(pools.user, claims, (client) => readErasures(client, id));
        return { erasure };
      }
      case "ERASURES":
        return { erasures: await asUser(pools.user, claims, (client) => readErasures(client)) };
    }
  },
});

const gone = () => new PortalError(peopleErrors.user_gone_unchanged());
