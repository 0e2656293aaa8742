// Tests that the invisible input of a switch, box or choice stands inside its own label. Otherwise it would stay in place while its
// container scrolls, and the browser would scroll to nothing when the keyboard reaches it.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Checkbox } from "./checkbox.tsx";
import { RadioChoice } from "./radio-choice.tsx";
import { Switch } from "./switch.tsx";

const nothing = () => undefined;

test.each([
  ["a switch", <Switch key="switch" label="Dörr 1" value onChange={nothing} />],
  [
    "a checkbox",
    <Checkbox key="checkbox" value onChange={nothing}>
      Dörr 1
    </Checkbox>,
  ],
  [
    "a choice",
    <RadioChoice key="choice" label="Skäl" options={[{ id: "a", label: "Annat" }]} value="a" onChange={nothing} />,
  ],
])("the keyboard scrolls to %s that is out of sight", (_name, control) => {
  const markup = renderToStaticMarkup(control);
  const label = markup.slice(0, markup.indexOf("<input")).lastIndexOf("<label");
  expect(/class="([^"]*)"/.exec(markup.slice(label))?.[1]?.split(" ")).toContain("relative");
});
