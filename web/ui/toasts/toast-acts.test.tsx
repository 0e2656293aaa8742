// Tests that a message ends with its cause.
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { show } from "#tests/components/show.tsx";
import { BackendError, cancelled } from "#web/lib/calls/errors.ts";
import { toastUntil } from "./awaited-toast.ts";
import { endToasts, toastDone, toastError, toastFailure, toastSuccess, toastUndoable } from "./toast.tsx";

const toasts = () =>
  Array.from(document.querySelectorAll("[data-sonner-toast]:not([data-removed=true])"), (card) => card.textContent);
const stand = (...texts: string[]) =>
  waitFor(() => {
    const shown = toasts();
    expect(texts.filter((text) => !shown.some((one) => one?.includes(text)))).toEqual([]);
    expect(shown).toHaveLength(texts.length);
  });

test("a new outcome of an act takes the place of its old one, and of no other act's", async () => {
  await show(null);
  toastError("import:1", "Enheten svarar inte");
  toastError("import:2", "Servern svarar inte");
  await stand("Enheten svarar inte", "Servern svarar inte");
  toastSuccess("import:1", "2 fordon lades till");
  await stand("2 fordon lades till", "Servern svarar inte");
  toastDone("import:1", "Importen är ångrad");
  await stand("Importen är ångrad", "Servern svarar inte");
});

test("undo removes every message of what it undoes, stops a wait for its devices, and says that it runs", async () => {
  const user = await show(null);
  const waits: AbortSignal[] = [];
  const look = (signal: AbortSignal) => {
    waits.push(signal);
    return Promise.resolve(null);
  };
  const undone = Promise.withResolvers<void>();
  const onAction = vi.fn(() => undone.promise);
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  toastError("people:off 1/refused", "Alva kan inte inaktiveras");
  toastUntil({ act: "people:off 1/waits", title: "Väntar", text: "Port A svarar inte", look, onConfirmed: vi.fn() });
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  toastUndoable("people:off 1", "2 personer är inaktiverade", { label: "Ångra", onAction });
  await stand("Alva kan inte inaktiveras", "Port A svarar inte", "2 personer är inaktiverade");
  expect(waits.map(({ aborted }) => aborted)).toEqual([false]);
  await user.click(screen.getByRole("button", { name: "Ångra" }));
  expect(onAction).toHaveBeenCalledOnce();
  await stand("Ångrar..."); // Its answer takes long.
  expect(waits.map(({ aborted }) => aborted)).toEqual([true]);
  toastDone("people:off 1", "2 personer är aktiverade");
  undone.resolve();
  await stand("2 personer är aktiverade");
});

test("an act that ends takes no message of an act whose name only begins so", async () => {
  await show(null);
  toastDone("people:off 1", "En");
  toastDone("people:off 10", "En annan");
  await stand("En", "En annan");
  endToasts("people:off 1");
  await stand("En annan");
});

test("what somebody cancelled is no error", async () => {
  await show(null);
  const refusal = new BackendError("Bekräfta att det är du.", {
    code: "reauthentication_needed",
    status: 403,
    cause: null,
  });
  toastFailure("pin:show", cancelled(refusal));
  toastFailure("pin:mail", refusal);
  await stand("Bekräfta att det är du.");
});
