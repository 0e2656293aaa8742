// A lazily fetched part of a page. A failed fetch shows an error with a retry in its place; the page stays.
import { type ComponentType, type ReactNode, useState } from "react";
import { lazyChunk, useLazyChunk } from "#web/lib/chunks/lazy-chunk.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { words } from "#web/texts/words.sv.ts";

export interface LazyPart<Props> {
  (props: Props): ReactNode;
  prefetch: () => void;
}

/** Makes a lazy part. `load` imports the module, `pick` takes the part from it; `Waiting` holds its place, so that nothing moves. */
export function lazyPart<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  Waiting?: ComponentType<Props>,
): LazyPart<Props> {
  const code = lazyChunk(load, pick);

  function Lazy(props: Props) {
    const [tries, setTries] = useState(0);
    const { part: Part, failed } = useLazyChunk(code, tries);
    if (Part) return <Part {...props} />;
    if (failed) return <Failed onRetry={() => setTries(tries + 1)} />;
    return Waiting ? <Waiting {...props} /> : null;
  }

  return Object.assign(Lazy, { prefetch: code.prefetch });
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" data-ground className="rounded-track bg-fail-soft px-3 py-2.5 text-small text-fail-ink">
      {errorTexts.pieceMissing}{" "}
      <button type="button" onClick={onRetry} className="ring-focus rounded-check font-strong underline coarse:py-2">
        {words.retry}
      </button>
    </div>
  );
}
