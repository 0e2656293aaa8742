import { DEFAULT_AUTH_SETTINGS, type HashingSettings } from "#server/auth/settings.ts";

/** The lowest cost of Argon2. Tests hash and compare some thousand passwords, which took a tenth of their time at the usual cost. */
export const QUICK_HASHING: HashingSettings = { ...DEFAULT_AUTH_SETTINGS.hashing, memoryKib: 8, passes: 1 };
