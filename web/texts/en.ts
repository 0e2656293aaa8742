// English: a chunk of its own. Its files import only types from the Swedish ones, to keep Swedish out of the chunk.
import { forms } from "./forms.en.ts";
import type { LanguagePack } from "./language.ts";

const files = import.meta.glob<Record<string, object>>(["../features/*/texts/*.en.ts", "./*.en.ts", "!./forms.en.ts"], {
  eager: true,
});

export const english: LanguagePack = { forms, catalogues: Object.assign({}, ...Object.values(files)) };
