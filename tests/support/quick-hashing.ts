import { DEFAULT_AUTH_SETTINGS, type HashingSettings } from "#server/auth/settings.ts";

/** Argon2's least cost: tests hash and compare some thousand passwords, which took a tenth of their time. */
export const QUICK_HASHING: HashingSettings = { ...DEFAULT_AUTH_SETTINGS.hashing, memoryKib: 8, passes: 1 };
