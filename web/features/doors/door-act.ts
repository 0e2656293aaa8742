/** The act of a door's messages: opening, holding and locking follow one another. */
export const doorAct = (id: string) => `door:order ${id}` as const;
