import { z } from "zod";
import { type Config, readSettings } from "#server/platform/config.ts";

export const DEMO_SETTINGS = {
  DEMO_PEOPLE: { schema: z.coerce.number().int().min(10).max(1_000_000).default(2000), meaning: "people in the demo" },
  SIMULATORS_PORT: {
    schema: z.coerce.number().int().min(0).max(65_535).nullable().default(null),
    without: "`PORT` + 1",
    meaning: "the demo's devices and their panel",
  },
};

/** Reads the settings; throws ConfigError with the bad value's name. */
export function readDemoSettings(
  env: NodeJS.ProcessEnv,
  config: Config,
): { readonly people: number; readonly simulatorsPort: number } {
  const read = readSettings(DEMO_SETTINGS, (name) => (env[name]?.trim() === "" ? undefined : env[name]));
  const derived = config.port === 0 ? 0 : config.port + 1;
  return { people: read.DEMO_PEOPLE, simulatorsPort: read.SIMULATORS_PORT ?? derived };
}
