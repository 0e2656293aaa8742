import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { signIn, userOf } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { adoptLanguage, readLanguage } from "#web/lib/session/language.ts";
import { AppearanceCard } from "./appearance-card.tsx";

const reload = vi.fn();
beforeEach(() => {
  reload.mockReset();
  vi.spyOn(location, "reload").mockImplementation(reload);
});

// Covers: auth.41
test("a chosen language is kept with the account and here, and read at once", async () => {
  await signIn("org_admin");
  answerWith({ "PUT /auth/v1/user": userOf("org_admin") });
  const user = await show(<AppearanceCard />);
  expect(screen.getByText("Följer med till andra webbläsare där du loggar in.")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "English" }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(readLanguage()).toBe("en");
  expect(askedOf(/user$/).findLast(({ method }) => method === "PUT")?.body).toMatchObject({ data: { language: "en" } });
});

test("a language is read here also when the account could not keep it", async () => {
  await signIn("org_admin");
  answerWith({ "PUT /auth/v1/user": json({ code: 500, error_code: "unexpected_failure", msg: "?" }, 500) });
  const user = await show(<AppearanceCard />);
  await user.click(screen.getByRole("radio", { name: "English" }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(readLanguage()).toBe("en");
});

// Covers: auth.41
test("a browser without a choice takes over the account's language, one that has a choice keeps it", () => {
  expect(adoptLanguage("en")).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(readLanguage()).toBe("en");
  expect(adoptLanguage("sv")).toBe(false);
  expect(readLanguage()).toBe("en");
  localStorage.clear();
  expect(adoptLanguage("klingon")).toBe(false);
  expect(adoptLanguage("sv")).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});
