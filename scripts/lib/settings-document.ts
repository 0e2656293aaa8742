// Writes docs/settings.md from every schema that reads the environment.
import type { z } from "zod";
import type { Setting } from "#server/platform/setting.ts";
import { OIDC_SETTINGS, SETTINGS } from "#server/platform/settings.ts";
import { DEMO_SETTINGS } from "./demo-settings.ts";

type Documented = Omit<Setting, "schema"> & { readonly schema?: z.ZodType };

const TOOLS: Readonly<Record<string, Documented>> = {
  CHROMIUM_PATH: {
    without: "the one from npm, else an installed one",
    meaning: "browser for `npm test`, screenshots and Lighthouse",
  },
  FIELD_KIT_PASSWORD: {
    without: "asked for",
    meaning: "the controller's password for `npm run field-kit` without a terminal ([axis.md](devices/axis.md))",
  },
  PORTAL_INSTALL_UNPINNED: {
    meaning: "`yes` lets npm choose versions as a last resort when `npm ci` fails ([CONTRIBUTING](../CONTRIBUTING.md))",
  },
};

export function settingsDocument(): string {
  return [
    "# Settings",
    "",
    "The portal reads its settings from the environment once, when it starts. An invalid value stops the start, and the message names it. An empty value counts as none.",
    "Written by `npm run docs` from `server/platform/settings.ts`; change it there.",
    "",
    ...section("The portal", SETTINGS),
    ...section("OpenID Connect", OIDC_SETTINGS, "OIDC_<NAME>_"),
    ...section("Demo and simulators", DEMO_SETTINGS),
    ...section("Developers' tools", TOOLS),
  ].join("\n");
}

function section(title: string, settings: Readonly<Record<string, Documented>>, prefix = ""): string[] {
  const row = ([name, { meaning, without, schema }]: [string, Documented]) =>
    `| \`${prefix}${name}\` | ${without ?? defaultOf(schema)} | ${meaning} |`;
  return [
    `## ${title}`,
    "",
    "| Variable | Default | Meaning |",
    "|---|---|---|",
    ...Object.entries(settings).map(row),
    "",
  ];
}

function defaultOf(schema: z.ZodType | undefined): string {
  const value = schema?.safeParse(undefined).data;
  return typeof value === "string" || typeof value === "number" ? `\`${value}\`` : "none";
}
