// Dialogs that pages fetch late and other dialogs need at once, in a file of their own, so that a failed fetch can be made again (lib/chunks/lazy-chunk.ts).
export { AsyncConfirmDialog } from "./async-confirm-dialog.tsx";
export { ConfirmDialog } from "./confirm-dialog.tsx";
export { Drawer } from "./drawer.tsx";
