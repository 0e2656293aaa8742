import { z } from "zod";
import { peopleErrors } from "#contract/errors/people.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { isTrivialPin, PIN_PATTERN } from "#contract/pin.ts";
import type { ColumnCodec } from "#rest/codecs.ts";
import { PASSWORD_MASK } from "./devices/device-connection.ts";
import { trivialPin } from "./people/check-pin.ts";
import { encryptCredentialPin } from "./people/encrypt.ts";
import type { KeyRing } from "./platform/crypto/key-ring.ts";
import { PortalError } from "./platform/http/errors.ts";

const credentialRow = z.object({ credential_type: z.string() });

/** Returns the columns that are encrypted on the way in and masked on the way out. */
export function portalCodecs(keys: KeyRing): ColumnCodec[] {
  return [
    {
      table: "credentials",
      column: "credential_value",
      readAs: "display_value",
      needs: ["credential_type"],
      encode: (value, { id, row }) => {
        const known = credentialRow.safeParse(row);
        if (!known.success) throw new PortalError(peopleErrors.credential_type_missing());
        if (known.data.credential_type !== "pin") {
          if (typeof value !== "string") throw new PortalError(peopleErrors.credential_value_no_text());
          return { store: value };
        }
        if (typeof value === "string" && /^•+$/.test(value)) return { unchanged: true };
        if (typeof value !== "string" || !PIN_PATTERN.test(value)) {
          throw new PortalError(peopleErrors.pin_malformed(), { field: "credential_value" });
        }
        if (isTrivialPin(value)) throw trivialPin("credential_value");
        return { store: encryptCredentialPin(keys, id, value) };
      },
    },
    {
      table: "controllers",
      column: "password_encrypted",
      readAs: "password_mask",
      needs: [],
      alsoWrittenAs: ["password"],
      // Forms return the mask; a new password goes through controller-manager and its checks.
      encode: (value) =>
        value === null || value === "" || value === PASSWORD_MASK ? { unchanged: true } : refuse("password_encrypted"),
    },
    { table: "weekly_codes", column: "code", readAs: "code_mask", needs: [], encode: () => refuse("code") },
    { table: "controller_users", column: "pin", readAs: "pin_mask", needs: [], encode: () => refuse("pin") },
  ];
}

/** Refuses a field that only functions write. */
function refuse(field: string): never {
  throw new PortalError(platformErrors.column_encrypted(), {
    field,
  });
}
