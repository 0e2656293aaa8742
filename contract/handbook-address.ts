/** The handbook's address below the portal's; apart from its chapters, which no page carries. */
export const HANDBOOK = "/handbok";
