import { expect, test } from "vitest";
import { retryUrl } from "./retry-url.ts";

const ORIGIN = "https://portal.example.se";
const FILE = `${ORIGIN}/assets/user-dialog-NdbOe_x2.js`;

const chromium = (address: string) => new TypeError(`Failed to fetch dynamically imported module: ${address}`);
const firefox = (address: string) => new TypeError(`error loading dynamically imported module: ${address}`);

test("a file of the page that failed has another address, and yet another after the next failure", () => {
  for (const sentence of [chromium, firefox]) {
    expect(retryUrl(sentence(FILE), ORIGIN, 1)).toBe(`${FILE}?again=1`);
    expect(retryUrl(sentence(FILE), ORIGIN, 2)).toBe(`${FILE}?again=2`);
  }
});

test("a browser that names no address gives none", () => {
  expect(retryUrl(new TypeError("Importing a module script failed."), ORIGIN, 1)).toBeNull();
  expect(retryUrl(new TypeError("error loading dynamically imported module"), ORIGIN, 1)).toBeNull();
  expect(retryUrl(new SyntaxError(`Unexpected token in ${FILE}`), ORIGIN, 1)).toBeNull();
  expect(retryUrl(FILE, ORIGIN, 1)).toBeNull();
  expect(retryUrl(undefined, ORIGIN, 1)).toBeNull();
});

// Covers: files.6
test("nothing but a built script of the page's own origin is asked for again", () => {
  const refused = [
    "https://evil.example/assets/a.js",
    "https://portal.example.se.evil.example/assets/a.js",
    "https://portal.example.se@evil.example/assets/a.js",
    "http://portal.example.se/assets/a.js",
    "https://portal.example.se:8443/assets/a.js",
    "//portal.example.se/assets/a.js",
    "data:text/javascript,alert(1)",
    `${ORIGIN}/functions/v1/a.js`,
    `${ORIGIN}/assets/../rest/v1/a.js`,
    `${ORIGIN}/assets/%2e%2e/rest/v1/a.js`,
    `${ORIGIN}/assets/a.css`,
    `${ORIGIN}/assets/a.js?again=1`,
    `${ORIGIN}/assets/a.js#x`,
    `${ORIGIN}/assets/`,
  ];
  for (const address of refused) expect(retryUrl(chromium(address), ORIGIN, 1), address).toBeNull();
});
