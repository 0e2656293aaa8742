import { Check, Columns3 } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { personFieldLabel } from "#contract/forms/person-labels.ts";
import { useStore } from "#web/lib/store.ts";
import { Button } from "#web/ui/button.tsx";
import { chooseColumns, OPTIONAL_COLUMNS } from "../choose-columns.ts";
import { chosenColumns } from "../list-columns.ts";
import { peopleTexts } from "../texts/people.sv.ts";

/** Chooses the optional columns of the list; it stays open for the next choice. */
export function ColumnsMenu() {
  const chosen = useStore(chosenColumns);
  const selected = OPTIONAL_COLUMNS.filter((name) => chosen.includes(name));
  return (
    <MenuTrigger>
      <Button icon={Columns3}>{peopleTexts.columns}</Button>
      <Popover
        offset={4}
        placement="bottom end"
        className="motion-popover z-50 w-59 max-w-[90vw] overflow-auto rounded-card border border-floating-line bg-raised p-1 shadow-menu"
      >
        <Menu
          aria-label={peopleTexts.columns}
          selectionMode="multiple"
          selectedKeys={selected}
          onSelectionChange={(keys) => chooseColumns((name) => keys === "all" || keys.has(name))}
          className="outline-none"
        >
          {OPTIONAL_COLUMNS.map((name) => (
            <ColumnItem
              key={name}
              name={name}
              label={name === "created_at" ? peopleTexts.created : personFieldLabel(name)}
            />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function ColumnItem({ name, label }: { name: string; label: string }) {
  return (
    <MenuItem
      id={name}
      textValue={label}
      className="flex min-h-menu-row items-center gap-2.5 rounded-chip px-2.5 py-1 text-cell text-ink outline-none data-focused:bg-hover coarse:min-h-11"
    >
      {({ isSelected }) => (
        <>
          <Check aria-hidden size={15} className={isSelected ? "shrink-0 text-ink-2" : "invisible shrink-0"} />
          {label}
        </>
      )}
    </MenuItem>
  );
}
