import * as react from "react/jsx-runtime";
import { wrapTexts } from "./wrap-texts.ts";

export { Fragment, type JSX } from "react/jsx-runtime";

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, wrapTexts(type, Object(props)), key);
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const wrapped = wrapTexts(type, Object(props));
  return Array.isArray(wrapped.children) ? react.jsxs(type, wrapped, key) : react.jsx(type, wrapped, key);
};
