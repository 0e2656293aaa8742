// Light, dark or the system's choice. boot/before-paint.js reads the same key before the first paint.
import { createStore, useStore } from "./store.ts";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "portal.theme";
const systemDark = matchMedia("(prefers-color-scheme: dark)");

const themeStore = createStore<Theme>(storedTheme());
const appliedStore = createStore<"light" | "dark">(systemDark.matches ? "dark" : "light");

systemDark.addEventListener("change", apply);
themeStore.subscribe(apply);
apply();

systemDark.addEventListener("change", colourFrame);
themeStore.subscribe(colourFrame);
// index.html has the system's colours, so that the page computes no style before it is drawn.
if (themeStore.get() !== "system") colourFrame();

// Paper is white: dark ink is used, whatever the screen shows.
addEventListener("beforeprint", () => {
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", apply);

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

function apply(): void {
  const theme = themeStore.get();
  const applied = theme === "system" ? (systemDark.matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = applied;
  appliedStore.set(applied);
}

/** Colours the frame that a browser or an installed portal draws around the page. */
function colourFrame(): void {
  const canvas = getComputedStyle(document.documentElement).getPropertyValue("--canvas");
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    if (canvas !== "") meta.content = canvas;
}

/** Returns the choice, which may be the system's. */
export function useTheme(): Theme {
  return useStore(themeStore);
}

/** Returns the theme that is shown. */
export function useAppliedTheme(): "light" | "dark" {
  return useStore(appliedStore);
}

/** Applies the choice at once and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme);
  themeStore.set(theme);
}
