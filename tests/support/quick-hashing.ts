import { DEFAULT_AUTH_SETTINGS, type HashingSettings } from "#server/auth/settings.ts";

/** Argon2's least: some thousand passwords are hashed and compared, which took a tenth of the tests' time. */
export const QUICK_HASHING: HashingSettings = { ...DEFAULT_AUTH_SETTINGS.hashing, memoryKib: 8, passes: 1 };
