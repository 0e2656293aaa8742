import { z } from "zod";
import { type Config, ConfigError } from "#server/platform/config.ts";
import type { SettingText } from "#server/platform/settings.ts";

export const demoEnvironment = z.object({
  DEMO_PEOPLE: z.coerce.number().int().min(10).max(1_000_000).default(2000),
  SIMULATORS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});

export const DEMO_SETTINGS: { readonly [Name in keyof typeof demoEnvironment.shape]: SettingText } = {
  DEMO_PEOPLE: { meaning: "people in the demo" },
  SIMULATORS_PORT: { without: "`PORT` + 1", meaning: "the demo's devices and their panel" },
};

/** Reads the settings; throws ConfigError with the bad value's name. */
export function readDemoSettings(
  env: NodeJS.ProcessEnv,
  config: Config,
): { readonly people: number; readonly simulatorsPort: number } {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = demoEnvironment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} has a bad value: ${issue.message}`).join("\n"),
    );
  }
  const { DEMO_PEOPLE, SIMULATORS_PORT } = parsed.data;
  return { people: DEMO_PEOPLE, simulatorsPort: SIMULATORS_PORT ?? (config.port === 0 ? 0 : config.port + 1) };
}
