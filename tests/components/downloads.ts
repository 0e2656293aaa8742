// Files that the page gives: kept here, since a DOM without a browser would follow the link instead.
import { vi } from "vitest";

export interface Download {
  readonly name: string;
  readonly text: string;
}

/** Those of this test, from now on. */
export function keepDownloads(): { all: () => Promise<Download[]> } {
  const blobs = new Map<string, Blob>();
  const clicked: { name: string; url: string }[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function keep(this: HTMLAnchorElement) {
    clicked.push({ name: this.download, url: this.href });
  });
  return {
    all: () =>
      Promise.all(clicked.map(async ({ name, url }) => ({ name, text: (await blobs.get(url)?.text()) ?? "" }))),
  };
}
