import { expect } from "@playwright/test";
import { z } from "zod";
import { ABOUT_FILES } from "#contract/about-files.ts";
import { test } from "#tests/support/browser.ts";

const bom = z.object({ components: z.array(z.object({ name: z.string(), purl: z.string() })) });

// Covers: running.30
test("Om portalen opens the documents of this build", async ({ page, portal, signIn, request }) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/account");
  const [notices] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Andras programvara i portalen" }).click(),
  ]);
  await expect(notices.getByText("Copyright (c) Meta Platforms, Inc. and affiliates.").first()).toBeAttached();
  const sbom = await request.get(`${portal.url}/${ABOUT_FILES.sbom}`);
  const names = bom.parse(await sbom.json()).components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["fastify", "pg", "react", "tailwindcss", "@fontsource-variable/geist"]),
  );
  expect(names).not.toContain("vitest");
  expect(await (await request.get(`${portal.url}/${ABOUT_FILES.licence}`)).text()).toContain("UNLICENSED");
});
