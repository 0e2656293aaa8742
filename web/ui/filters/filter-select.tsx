// A toolbar's select. The browser's own is used until the portal's is fetched, which weighs as much as a page.
import { ChevronsUpDown } from "lucide-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import type { FilterSelectProps } from "#web/ui/choices/select.tsx";
import { filterBox } from "#web/ui/fields/field.tsx";

let ready: ComponentType<FilterSelectProps<string>> | null = null;

async function fetchSelect(): Promise<ComponentType<FilterSelectProps<string>>> {
  const module = await import("#web/ui/choices/select.tsx");
  ready = module.FilterSelect<string>;
  return ready;
}

export function FilterSelect<Key extends string>(props: FilterSelectProps<Key>) {
  const { label, options, value, onChange, className } = props;
  const [Fetched, setFetched] = useState(() => ready);
  const plain = useRef<HTMLSelectElement>(null);

  const choose = (id: string) => onChange(options.find((option) => option.id === id)?.id ?? value);

  useEffect(() => {
    fetchSelect().then(
      // The select is never replaced while focused, because the focus would be lost.
      (part) => plain.current !== document.activeElement && setFetched(() => part),
      () => undefined,
    );
  }, []);

  if (Fetched) return <Fetched {...props} onChange={choose} />;
  return (
    <span className={cx("relative flex min-w-36", className)}>
      <select
        ref={plain}
        aria-label={label}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className={cx(filterBox, "appearance-none truncate pr-8 pl-2.5 outline-none focus-visible:outline-focus")}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id} disabled={option.isDisabled ?? false}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
