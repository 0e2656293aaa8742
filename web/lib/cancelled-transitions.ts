/**
 * Ends each cancelled CSS transition also by `transitionend`. React Aria waits for the end of every transition before it
 * moves a screen reader's focus (`runAfterTransition`), and hears a cancelled one once on its element; the bubbling event
 * of an element inside it uses that up, and the dialog that opens next never gets the focus.
 */
export function endCancelledTransitions(): void {
  document.addEventListener("transitioncancel", ({ target, propertyName, elapsedTime }) => {
    target?.dispatchEvent(new TransitionEvent("transitionend", { bubbles: true, propertyName, elapsedTime }));
  });
}
