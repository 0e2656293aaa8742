import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { RelativeTime } from "./relative-time.tsx";

test("an event of this moment is just now, however long the page showed no time before", () => {
  vi.useFakeTimers();
  try {
    for (const moment of ["2030-01-01T12:00:00Z", "2030-01-01T12:02:00Z"]) {
      vi.setSystemTime(moment);
      expect(renderToStaticMarkup(<RelativeTime value={moment} />)).toContain(">nyss<");
    }
  } finally {
    vi.useRealTimers();
  }
});
