import { expect, test } from "vitest";
import { pageAfterSignIn } from "./return-address.ts";

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
])("whoever was at %s is after signing in at %s", (returnTo, page) => {
  expect(pageAfterSignIn("/org-admin", returnTo)).toBe(page);
});
