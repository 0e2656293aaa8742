import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { useNow } from "./now.ts";

function Shown() {
  return <time>{useNow()}</time>;
}

test("what shows a time after a page without any begins with the time it is", () => {
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
