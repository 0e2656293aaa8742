import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { About } from "#contract/functions/about.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { definitions } from "#tests/components/definitions.ts";
import { SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, json } from "#tests/components/network.ts";
import { openPage, userOf } from "#tests/components/open-page.tsx";

const KNOWN: About = {
  success: true,
  version: "4.5.6",
  supported_until: "2031-12-31",
  support_contact: "tel:+46812345678",
  security_contact: "mailto:sakerhet@exempel.se",
};

const openAccount = async (about: About | Response) => {
  answerWith({
    "GET /functions/v1/about": about,
    "GET /auth/v1/user": userOf("system_admin"),
    "GET /auth/v1/settings": SETTINGS,
    "GET /auth/v1/sessions": [],
  });
  const user = await openPage("/system-admin/account", "system_admin");
  await screen.findByRole("heading", { name: "Om portalen" });
  return user;
};
const target = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

// Covers: running.30
test("an administrator reads the version, its support and the contacts, and opens the documents", async () => {
  await openAccount(KNOWN);
  await screen.findByRole("link", { name: "+46812345678" });
  expect(target("+46812345678")).toBe("tel:+46812345678");
  expect(target("sakerhet@exempel.se")).toBe("mailto:sakerhet@exempel.se");
  expect(definitions()).toMatchObject({ Version: "4.5.6", "Säkerhetsuppdateringar till": "2031-12-31" });
  expect(["Licens", "Andras programvara i portalen", "Komponentlista (CycloneDX)"].map(target)).toEqual([
    "/about/licence.txt",
    "/about/third-party-notices.txt",
    "/about/sbom.cdx.json",
  ]);
  await expectAccessible();
});

test("facts that nobody has stated say so, and a refused answer offers another attempt", async () => {
  const unstated = { ...KNOWN, supported_until: null, support_contact: null, security_contact: null };
  const user = await openAccount(json({ error: "Nej.", code: "forbidden" }, 403));
  await screen.findByText(/Uppgifterna om portalen kunde inte hämtas/);
  answerWith({ "GET /functions/v1/about": unstated });
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(await screen.findAllByText("Inte angivet")).toHaveLength(3);
});
