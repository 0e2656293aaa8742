import { createContext } from "react";

/** Of the row that a cell stands in: what can be pressed in several rows says which one it is of. */
export const RowNameContext = createContext<string | null>(null);
