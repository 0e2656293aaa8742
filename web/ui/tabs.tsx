import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";

export interface TabView<Key extends string> {
  id: Key;
  label: string;
  content: ReactNode;
}

export interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly TabView<Key>[];
  value: Key;
  onChange: (value: Key) => void;
}

/** Shows two or three views; only the shown one is mounted. In a flush dialog the row of tabs stays while its view scrolls. */
export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  return (
    <AriaTabs
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.id === key);
        if (chosen) onChange(chosen.id);
      }}
    >
      <TabList
        aria-label={label}
        className="sticky top-0 z-20 flex gap-5 border-b border-line bg-surface px-[18px] phone:px-4"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="ring-focus -mb-px inline-flex min-h-10 cursor-default items-center border-b-2 border-transparent forced-colors:border-[Canvas] text-cell font-name text-ink-2 transition-colors duration-100 data-hovered:text-ink data-selected:border-accent data-selected:text-ink coarse:min-h-11 forced-colors:data-selected:border-[Highlight]"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="ring-focus -outline-offset-2">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
