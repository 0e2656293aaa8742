/// <reference types="node" />
// oxlint-disable-next-line no-restricted-imports -- a test may read the style sheet itself; vitest empties imported CSS
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, type Oklch } from "./oklch.ts";

type Tokens = Map<string, Oklch>;

const tokensCss = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

const TEXT = 4.5;
const GRAPHIC = 3;

function readBlock(selector: string): Tokens {
  const start = tokensCss.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no block ${selector}`);
  const block = tokensCss.slice(start, tokensCss.indexOf("\n}", start));
  const tokens: Tokens = new Map();
  for (const [, name, l, c, h] of block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g))
    tokens.set(name ?? "", { l: Number(l), c: Number(c), h: Number(h) });
  return tokens;
}

const light = readBlock(":root");
const dark: Tokens = new Map([...light, ...readBlock('[data-theme="dark"]')]);
const themes = { light, dark };

const GROUNDS = ["canvas", "sunken", "surface", "raised", "hover", "active", "accent-soft"];
const STATES = ["ok", "wait", "remove", "fail", "idle"];

const combinations: { what: string; ink: string; ground: string; least: number }[] = [
  ...["ink", "ink-2", "ink-3"].flatMap((ink) => GROUNDS.map((ground) => ({ what: "text", ink, ground, least: TEXT }))),
  ...["canvas", "surface", "raised", "hover", "accent-soft"].map((ground) => ({
    what: "link",
    ink: "accent-ink",
    ground,
    least: TEXT,
  })),
  ...["accent", "accent-hover", "danger", "danger-hover"].map((ground) => ({
    what: "text on a button",
    ink: "on-accent",
    ground,
    least: TEXT,
  })),
  ...STATES.map((state) => ({ what: "pill", ink: `${state}-ink`, ground: `${state}-soft`, least: TEXT })),
  ...STATES.map((state) => ({ what: "state text", ink: `${state}-ink`, ground: "surface", least: TEXT })),
  ...STATES.map((state) => ({ what: "state icon", ink: state, ground: "surface", least: GRAPHIC })),
  ...["canvas", "sunken", "surface", "raised"].map((ground) => ({
    what: "field border",
    ink: "field",
    ground,
    least: GRAPHIC,
  })),
  ...GROUNDS.map((ground) => ({ what: "focus ring", ink: "focus", ground, least: GRAPHIC })),
  ...["chart-1", "chart-2"].map((ink) => ({ what: "chart bar", ink, ground: "surface", least: GRAPHIC })),
  { what: "plate text", ink: "plate-ink", ground: "plate", least: TEXT },
];

describe.each(Object.entries(themes))("in the %s theme", (_name, tokens) => {
  // Covers: feel.8
  test.each(combinations)("the $what $ink on $ground can be read", ({ ink, ground, least }) => {
    const [one, other] = [tokens.get(ink), tokens.get(ground)];
    if (!one || !other) throw new Error(`no token ${one ? ground : ink}`);
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
  });

  test("a figure of the design is reached: white on the primary button", () => {
    const [white, accent] = [tokens.get("on-accent"), tokens.get("accent")];
    expect(white && accent && contrast(white, accent)).toBeGreaterThan(4.9);
  });
});

test("the dark theme gives every colour of the light one a value of its own or keeps it on purpose", () => {
  const kept = new Set(["on-accent", "plate-ink", "plate-line", "plate-band", "shadow-color"]);
  const own = readBlock('[data-theme="dark"]');
  expect([...light.keys()].filter((name) => !own.has(name) && !kept.has(name))).toEqual([]);
});
