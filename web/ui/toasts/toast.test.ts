import { toast as sonner } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followPresses } from "#web/lib/press.ts";
import { createErrorScope, endToasts, toastDone, toastError } from "./toast.tsx";

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
  toastError("test:A", "Enheten svarar inte");
  toastError("test:B", "Enheten svarar inte");
  expect(await standing()).toBe(2);
  endToasts("test:A");
  expect(await standing()).toBe(1);
  endToasts("test:C");
  expect(await standing()).toBe(1);
  endToasts("test:B");
  expect(await standing()).toBe(0);
});

test("an error that comes while a button is pressed stands afterwards, unless it was fixed meanwhile", async () => {
  const page = new EventTarget();
  const unfollow = followPresses(page);
  page.dispatchEvent(Object.assign(new Event("pointerdown"), { button: 0 }));
  toastError("test:pressed", "Enheten svarar inte");
  toastError("test:fixed", "Namnet är upptaget");
  endToasts("test:fixed");
  expect(await standing()).toBe(0);
  page.dispatchEvent(new Event("pointerup"));
  await expect.poll(standing).toBe(1);
  endToasts("test:pressed");
  expect(await standing()).toBe(0);
  unfollow();
});

test("the same error of the next attempt stands, though it comes while the first is on its way out", async () => {
  toastError("test:again", "Enheten svarar inte");
  await standing();
  const [first] = sonner.getToasts().filter(({ id }) => !before.has(id));
  endToasts("test:again");
  toastError("test:again", "Enheten svarar inte");
  expect(await standing()).toBe(1);
  const [second] = sonner.getToasts().filter(({ id }) => !before.has(id));
  expect(second?.id).not.toBe(first?.id);
  toastError("test:again", "Enheten svarar inte");
  expect(await standing()).toBe(1);
  endToasts("test:again");
  expect(await standing()).toBe(0);
});

test("a form's errors go with its next submit and with itself, but not what is already so, nor a success", async () => {
  const scope = createErrorScope();
  toastError("test:earlier", "Före formuläret");
  scope.open();
  toastError("test:at the form", "PIN-koden används redan");
  toastError("test:already so", "Borttagen, men inte på enheten", { outlivesForm: true });
  toastDone("test:saved", "Sparad");
  expect(await standing()).toBe(4);
  scope.drop();
  expect(await standing()).toBe(3);
  toastError("test:at its end", "Efternamn krävs");
  expect(await standing()).toBe(4);
  scope.close();
  expect(await standing()).toBe(3);
  toastError("test:later", "Efter formuläret");
  scope.drop();
  expect(await standing()).toBe(4);
});

test("an error of the operation that closes its own form stays", async () => {
  const scope = createErrorScope();
  scope.open();
  await scope.during(() => {
    toastError("test:closing", "Mejlet kunde inte skickas");
    scope.close();
  });
  expect(await standing()).toBe(1);
});

test("an error whose act succeeded is no longer its form's to remove", async () => {
  const scope = createErrorScope();
  scope.open();
  toastError("person:save", "PIN-koden används redan");
  toastDone("person:save", "Användare skapades");
  scope.close();
  expect(await standing()).toBe(1);
  endToasts("person:save");
  expect(await standing()).toBe(0);
});
