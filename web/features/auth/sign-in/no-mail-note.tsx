// Warns that the server sends no email, in the same words for everybody.
import { useEffect, useState } from "react";
import { Note } from "#web/ui/note.tsx";
import { readSignInWays } from "../api/sign-in-ways.ts";
import { authTexts } from "../texts/auth.sv.ts";

export function NoMailNote() {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    async function look(): Promise<void> {
      try {
        setMissing(!(await readSignInWays(stop.signal)).mail);
      } catch {
        // Offline, the request itself fails and reports that.
      }
    }
    void look();
    return () => stop.abort();
  }, []);
  return (
    missing && (
      <Note tone="wait" role="status">
        {authTexts.mailMissing}
      </Note>
    )
  );
}
