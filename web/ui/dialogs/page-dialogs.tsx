// What pages fetch late and dialogs need at once: its own file, so that a failed fetch can be made again (lib/chunks/lazy-chunk.ts).
export { AsyncConfirmDialog } from "./async-confirm-dialog.tsx";
export { ConfirmDialog } from "./confirm-dialog.tsx";
export { Drawer } from "./drawer.tsx";
