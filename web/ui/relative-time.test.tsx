import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { RelativeTime } from "./relative-time.tsx";

test("an event of this moment is just now, however the clock went while the page showed no time", () => {
  vi.useFakeTimers();
  try {
    for (const moment of ["2030-01-01T12:20:00Z", "2030-01-01T12:22:00Z", "2030-01-01T12:00:00Z"]) {
      vi.setSystemTime(moment);
      expect(renderToStaticMarkup(<RelativeTime value={moment} />)).toContain(">nyss<");
    }
  } finally {
    vi.useRealTimers();
  }
});
