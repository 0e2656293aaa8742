// The portal's encrypted columns as far as types need them: which column stands for which. Nothing is encrypted here.
import { randomBytes } from "node:crypto";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { portalCodecs } from "#server/rest-codecs.ts";

/** A key nobody keeps: types are read, values are not. */
export const portalCodecNames = portalCodecs(createKeyRing(randomBytes(32).toString("hex")));
