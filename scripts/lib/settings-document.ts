// Writes docs/settings.md from every schema that reads the environment.
import type { z } from "zod";
import { environment, oidcEnvironment } from "#server/platform/config.ts";
import { OIDC_SETTINGS, SETTINGS, type SettingText } from "#server/platform/settings.ts";
import { DEMO_SETTINGS, demoEnvironment } from "./demo-settings.ts";

const TOOLS: Readonly<Record<string, SettingText>> = {
  CHROMIUM_PATH: {
    without: "the one from npm, else an installed one",
    meaning: "browser for `npm test`, screenshots and Lighthouse",
  },
  FIELD_KIT_PASSWORD: {
    without: "asked for",
    meaning: "the controller's password for `npm run field-kit` where no terminal can ask ([axis.md](devices/axis.md))",
  },
  PORTAL_INSTALL_UNPINNED: {
    meaning: "`yes` as a last resort where `npm ci` fails ([CONTRIBUTING](../CONTRIBUTING.md))",
  },
};

type Shape = Readonly<Record<string, z.ZodType>>;

export function settingsDocument(): string {
  return [
    "# Settings",
    "",
    "Read from the environment, once, at the start. A bad value stops the start and is named. An empty value counts as none.",
    "Written by `npm run docs` from `server/platform/config.ts` and `settings.ts`; change it there.",
    "",
    ...section("The portal", SETTINGS, environment.shape),
    ...section("OpenID Connect", OIDC_SETTINGS, oidcEnvironment.shape, "OIDC_<NAME>_"),
    ...section("Demo and simulators", DEMO_SETTINGS, demoEnvironment.shape),
    ...section("Developers' tools", TOOLS, {}),
  ].join("\n");
}

function section(title: string, texts: Readonly<Record<string, SettingText>>, shape: Shape, prefix = ""): string[] {
  const row = ([name, { meaning, without }]: [string, SettingText]) =>
    `| \`${prefix}${name}\` | ${without ?? defaultOf(shape[name])} | ${meaning} |`;
  return [
    `## ${title}`,
    "",
    "| Variable | Default | Meaning |",
    "|---|---|---|",
    ...Object.entries(texts).map(row),
    "",
  ];
}

function defaultOf(schema: z.ZodType | undefined): string {
  const value = schema?.safeParse(undefined).data;
  return typeof value === "string" || typeof value === "number" ? `\`${value}\`` : "none";
}
