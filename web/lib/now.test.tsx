import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { useNow } from "./now.ts";

function Shown() {
  return <time>{useNow()}</time>;
}

test("the first time shown after a page without any is the present one", () => {
  vi.useFakeTimers();
  try {
    vi.setSystemTime("2030-01-01T12:00:00Z");
    const first = renderToStaticMarkup(<Shown />);
    expect(first).toBe(`<time>${Date.parse("2030-01-01T12:00:00Z")}</time>`);
    vi.setSystemTime("2030-01-01T12:10:00Z");
    expect(renderToStaticMarkup(<Shown />)).toBe(`<time>${Date.parse("2030-01-01T12:10:00Z")}</time>`);
  } finally {
    vi.useRealTimers();
  }
});

test("a test that leaves a stopped clock and a page without a pointer", () => {
  vi.useFakeTimers({ now: 0 });
  document.body.style.pointerEvents = "none";
  localStorage.setItem("left", "behind");
});

test("is followed by one with the real clock, the pointer and an empty store", () => {
  expect([vi.isFakeTimers(), document.body.getAttribute("style"), localStorage.length]).toEqual([false, null, 0]);
});
