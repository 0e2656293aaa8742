// Dialogs that pages fetch late, and that other dialogs import directly. They have a file of their own, so that a failed fetch can be
// repeated (lib/chunks/lazy-chunk.ts).
export { AsyncConfirmDialog } from "./async-confirm-dialog.tsx";
export { ConfirmDialog } from "./confirm-dialog.tsx";
export { Drawer } from "./drawer.tsx";
