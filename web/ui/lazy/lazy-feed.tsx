// An invisible part of every page of an area, fetched when the page has settled. A failed fetch is tried again.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { fetchedAtLast, lazyChunk } from "#web/lib/chunks/lazy-chunk.ts";
import { whenIdle } from "#web/lib/chunks/when-idle.ts";

/** Makes the part. It shows nothing until its code has come. */
export function lazyFeed<Module>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType,
): () => ReactNode {
  const code = lazyChunk(load, pick);
  return function Feed() {
    const [Part, setPart] = useState(code.now);
    useEffect(() => {
      let isGone = false;
      const cancel = whenIdle(() => {
        void fetchedAtLast(code, () => isGone).then((part) => part && setPart(() => part));
      });
      return () => {
        isGone = true;
        cancel();
      };
    }, []);
    return Part && <Part />;
  };
}
