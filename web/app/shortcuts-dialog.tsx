// The keys of the page, opened by "?".
import { paletteActTexts } from "#web/texts/palette-acts.sv.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import type { Area } from "./navigation.ts";

export function ShortcutsDialog({ area, onClose }: { area: Area; onClose: () => void }) {
  const pages = area.items.map(({ label, letter }) => ({ what: label, keys: ["G", letter.toUpperCase()] }));
  return (
    <Dialog isOpen onClose={onClose} title={paletteActTexts.shortcuts}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Keys title={paletteActTexts.everywhere} rows={paletteActTexts.keys} />
        <Keys title={paletteActTexts.goTo} rows={pages} />
      </div>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly { what: string; keys: readonly string[] }[] }) {
  return (
    <section>
      <h3 className="mb-1 text-card text-ink">{title}</h3>
      <dl className="text-cell">
        {rows.map(({ what, keys }) => (
          <div
            key={what}
            className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
          >
            <dt className="text-ink-2">{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key, place) => (
                <kbd
                  // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and has no other identity than its place
                  key={place}
                  className="rounded-plate border border-line bg-sunken px-1.5 font-sans text-floor text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
