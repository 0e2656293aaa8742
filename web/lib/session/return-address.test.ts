import { expect, test, vi } from "vitest";
import { keepReturnAddress, keptReturnAddress, pageAfterSignIn } from "./return-address.ts";

test.each([
  ["/org-admin/end-users?q=anna", "/org-admin/end-users?q=anna"],
  ["/org-admin?from=mail", "/org-admin?from=mail"],
  ["/org-admin", "/org-admin"],
  [undefined, "/org-admin"],
  ["/system-admin/admins", "/org-admin"],
  ["/org-administration", "/org-admin"],
  ["/elsewhere/x", "/org-admin"],
  ["//elsewhere.example/org-admin", "/org-admin"],
  ["https://elsewhere.example/", "/org-admin"],
])("a visitor of %s is after signing in at %s", (returnTo, page) => {
  expect(pageAfterSignIn("/org-admin", returnTo)).toBe(page);
});

test("the address is kept across a sign-in at a provider, and only once", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  keepReturnAddress("/org-admin/end-users?q=anna");
  expect(keptReturnAddress()).toBe("/org-admin/end-users?q=anna");
  keepReturnAddress(undefined);
  expect(keptReturnAddress()).toBeUndefined();
  vi.unstubAllGlobals();
});
