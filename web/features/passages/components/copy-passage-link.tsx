import { Link2 } from "lucide-react";
import { passageAddress } from "#web/lib/passages/passage-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { linkTexts } from "#web/texts/links.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { copyLink } from "#web/ui/toasts/copy-link.ts";

export function CopyPassageLink({ id }: { id: string }) {
  const { role } = useSignedIn();
  return (
    <Button size="sm" icon={Link2} className="mt-5" onPress={() => void copyLink(passageAddress(role, id))}>
      {linkTexts.copy}
    </Button>
  );
}
