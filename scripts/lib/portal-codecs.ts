// The portal's codec columns for type generation; nothing is encrypted.
import { randomBytes } from "node:crypto";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { portalCodecs } from "#server/rest-codecs.ts";

export const portalCodecNames = portalCodecs(createKeyRing(randomBytes(32).toString("hex")));
