// Tests a page that a browser translates: each text node is in an element that React has not made, and everything changes.
import { render } from "@testing-library/react";
import { Fragment, type ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";

/** Translates like a browser: a font element replaces every text node, and React keeps the first one. */
function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement("font");
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

const Icon = () => <svg />;
const Sole = ({ children }: { children: ReactNode }) => (
  <button type="button">
    <Icon />
    {children}
  </button>
);

interface Shown {
  on: boolean;
  word: string;
  items?: readonly string[];
}

const SHAPES: Record<string, (shown: Shown) => ReactNode> = {
  "a text after an icon that comes and goes": ({ on, word }) => (
    <p>
      {on && <Icon />}
      {word}
    </p>
  ),
  "a fixed text after an icon that comes and goes": ({ on, word }) => (
    <p>
      {on && <b>{word}</b>}
      always
    </p>
  ),
  "a text that comes and goes beside an element": ({ on, word }) => (
    <p>
      <Icon />
      {on && word}
      {on ? "yes" : <i>no</i>}
    </p>
  ),
  "texts and numbers alone": ({ on, word }) => (
    <p>
      {word} of {on ? 1 : 2} {on && "and more"}
    </p>
  ),
  "a text given to a part": ({ word }) => <Sole>{word}</Sole>,
  "texts given to a part": ({ on, word }) => (
    <Sole>
      {word} {on && "now"} {on ? 1 : 2}
    </Sole>
  ),
  "lists in fragments": ({ items = [], word }) => (
    <p>
      {items.map((item, index) => (
        <Fragment key={item}>
          {index > 0 && <span>·</span>}
          <Icon />
          {item}
        </Fragment>
      ))}
      {word}
    </p>
  ),
  "a fragment of one text": ({ on, word }) => (
    <p>
      {on && <Icon />}
      <>{word}</>
    </p>
  ),
  "space between elements that come and go": ({ on, word }) => (
    <p>
      {on && <b>{word}</b>} <i>x</i> {on ? null : <u>{word}</u>}
    </p>
  ),
  "a text that becomes an element": ({ on, word }) => <p>{on ? word : <b>{word}</b>}</p>,
};

const STEPS: readonly Shown[] = [
  { on: true, word: "first", items: ["a", "b", "c"] },
  { on: false, word: "second", items: ["c"] },
  { on: true, word: "third", items: ["b", "c", "d"] },
  { on: false, word: "", items: [] },
  { on: true, word: "fourth", items: ["d"] },
];

describe("a page that is translated between changes shows what one does that is not", () => {
  test.each(Object.entries(SHAPES))("%s", (_name, Shape) => {
    const translated = render(<Shape {...(STEPS[0] as Shown)} />);
    const plain = render(<Shape {...(STEPS[0] as Shown)} />);
    for (const step of STEPS) {
      translate(translated.container);
      translated.rerender(<Shape {...step} />);
      plain.rerender(<Shape {...step} />);
      expect(translated.container.textContent).toBe(plain.container.textContent);
    }
  });
});

test("two texts beside elements are two children without a key", () => {
  const error = vi.spyOn(console, "error");
  const { container } = render(
    <p>
      one <b>bold</b> two <b>bold</b> three
    </p>,
  );
  expect(container.querySelectorAll("span")).toHaveLength(3);
  expect(error).not.toHaveBeenCalled();
  error.mockRestore();
});

test("an element without text beside elements is unchanged", () => {
  const { container } = render(
    <div>
      <p>one</p>
      <select>
        <option>
          {1} of {2}
        </option>
      </select>
      <svg>
        <text>
          {1} {2}
        </text>
      </svg>
    </div>,
  );
  expect(container.innerHTML).toBe(
    "<div><p>one</p><select><option>1 of 2</option></select><svg><text>1 2</text></svg></div>",
  );
});
