import { toast as sonner } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followPresses } from "#web/lib/press.ts";
import { createErrorScope, dropError, toastDone, toastError } from "./toast.tsx";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

let before = new Set<string | number>();
beforeEach(() => {
  before = new Set(sonner.getToasts().map(({ id }) => id));
});

/** Counts this test's remaining toasts once everything in flight is done. */
async function standing(): Promise<number> {
  await vi.dynamicImportSettled();
  return sonner.getToasts().filter(({ id }) => !before.has(id)).length;
}

test("a named error goes with the next attempt of the same operation, and with no other", async () => {
  toastError("Enheten svarar inte", { name: "test A" });
  toastError("Enheten svarar inte", { name: "test B" });
  expect(await standing()).toBe(2);
  dropError("test A");
  expect(await standing()).toBe(1);
  dropError("test C");
  expect(await standing()).toBe(1);
  dropError("test B");
  expect(await standing()).toBe(0);
});

test("an error that comes while a button is pressed stands afterwards, unless it was fixed meanwhile", async () => {
  const page = new EventTarget();
  const unfollow = followPresses(page);
  page.dispatchEvent(Object.assign(new Event("pointerdown"), { button: 0 }));
  toastError("Enheten svarar inte", { name: "pressed" });
  toastError("Namnet är upptaget", { name: "fixed" });
  dropError("fixed");
  expect(await standing()).toBe(0);
  page.dispatchEvent(new Event("pointerup"));
  await expect.poll(standing).toBe(1);
  dropError("pressed");
  expect(await standing()).toBe(0);
  unfollow();
});

test("the same error of the next attempt stands, though it comes while the first is on its way out", async () => {
  toastError("Enheten svarar inte", { name: "again" });
  await standing();
  const [first] = sonner.getToasts().filter(({ id }) => !before.has(id));
  dropError("again");
  toastError("Enheten svarar inte", { name: "again" });
  expect(await standing()).toBe(1);
  const [second] = sonner.getToasts().filter(({ id }) => !before.has(id));
  expect(second?.id).not.toBe(first?.id);
  toastError("Enheten svarar inte", { name: "again" });
  expect(await standing()).toBe(1);
  dropError("again");
  expect(await standing()).toBe(0);
});

test("a form's errors go with its next submit and with itself, but not what is already so, nor a success", async () => {
  const scope = createErrorScope();
  toastError("Före formuläret", { name: "earlier" });
  scope.open();
  toastError("PIN-koden används redan", { name: "at the form" });
  toastError("Borttagen, men inte på enheten", { name: "already so", outlivesForm: true });
  toastDone("Sparad");
  expect(await standing()).toBe(4);
  scope.drop();
  expect(await standing()).toBe(3);
  toastError("Efternamn krävs", { name: "at its end" });
  expect(await standing()).toBe(4);
  scope.close();
  expect(await standing()).toBe(3);
  toastError("Efter formuläret", { name: "later" });
  scope.drop();
  expect(await standing()).toBe(4);
});

test("an error of the operation that closes its own form stays", async () => {
  const scope = createErrorScope();
  scope.open();
  await scope.during(() => {
    toastError("Mejlet kunde inte skickas", { name: "closing" });
    scope.close();
  });
  expect(await standing()).toBe(1);
});
