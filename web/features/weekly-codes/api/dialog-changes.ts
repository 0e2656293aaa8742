// The changes made in the dialog.
import { useCodeChange } from "./change-weekly-codes.ts";
import { deleteCode, generateCodes } from "./code-calls.ts";

export const useGenerateCodes = () => useCodeChange(generateCodes);
export const useDeleteCode = () => useCodeChange(deleteCode);
