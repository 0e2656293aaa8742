/**
 * Sends `transitionend` for each cancelled CSS transition. React Aria waits for the end of every transition before it moves a screen
 * reader's focus (`runAfterTransition`), and notices a cancelled one only once on its element. The bubbling event of an inner element uses
 * that up, and the next dialog would never get the focus.
 */
export function endCancelledTransitions(): void {
  document.addEventListener("transitioncancel", ({ target, propertyName, elapsedTime }) => {
    target?.dispatchEvent(new TransitionEvent("transitionend", { bubbles: true, propertyName, elapsedTime }));
  });
}
