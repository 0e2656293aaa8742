/** The act of an import's messages: it is made, and undone. */
export const importOf = (importId: string) => `import:${importId}` as const;
