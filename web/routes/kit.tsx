// Every UI component in its states. Development only.
import { Plus } from "lucide-react";
import { useState } from "react";
import { QueryProvider } from "#web/app/query-client.tsx";
import { chooseTheme, useAppliedTheme } from "#web/lib/theme.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Drawer } from "#web/ui/dialogs/drawer.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { validities } from "./kit/choices.ts";
import { KitBadges } from "./kit/kit-badges.tsx";
import { KitDialog } from "./kit/kit-dialog.tsx";
import { KitFields } from "./kit/kit-fields.tsx";
import { KitNotes } from "./kit/kit-notes.tsx";
import { KitTables } from "./kit/kit-tables.tsx";

export function KitPage() {
  return (
    <QueryProvider>
      <main className="mx-auto flex max-w-[1100px] flex-col gap-4 bg-canvas p-3 sm:p-6">
        <Kit />
      </main>
    </QueryProvider>
  );
}

function Kit() {
  const theme = useAppliedTheme();
  const [validity, setValidity] = useState<(typeof validities)[number]["id"]>("3_months");
  const [open, setOpen] = useState<"dialog" | "confirm" | "drawer" | null>(null);
  return (
    <>
      <PageHead
        title="Delar"
        subtitle="Kitets delar i sina tillstånd"
        secondary={
          <>
            <Button onPress={() => chooseTheme(theme === "dark" ? "light" : "dark")}>Byt utseende</Button>
            <Button onPress={() => setOpen("drawer")}>Visa panel</Button>
          </>
        }
        primary={
          <Button variant="primary" icon={Plus} onPress={() => setOpen("dialog")}>
            Lägg till styrenhet
          </Button>
        }
      />
      <KitBadges />
      <KitFields />
      <KitNotes />
      <KitTables onEdit={() => setOpen("dialog")} onRemove={() => setOpen("confirm")} />
      <Card>
        <Progress label="Importerar" done={128} total={200} unit="fordon" />
      </Card>
      <Card title="Styrenhet skapad!">
        <div className="flex flex-col gap-2">
          <CopyField label="Adress" value="http://192.0.2.10:8080/functions/v1/axxon-webhook" />
          <CopyField label="Lösenord" value="hemligt" secret />
        </div>
      </Card>
      <KitDialog isOpen={open === "dialog"} onClose={() => setOpen(null)} />
      <ConfirmDialog
        isOpen={open === "confirm"}
        title="Ta bort användare"
        confirmLabel="Ta bort"
        consequence="Tas bort på 3 dörrar."
        onClose={() => setOpen(null)}
        onConfirm={() => setOpen(null)}
      >
        Är du säker på att du vill ta bort denna användare? Denna åtgärd kan inte ångras.
      </ConfirmDialog>
      <Drawer
        side="bottom"
        isOpen={open === "drawer"}
        onClose={() => setOpen(null)}
        title="Filter"
        footer={
          <Button variant="primary" wide>
            Visa 24
          </Button>
        }
      >
        <Select label="Giltighet" options={validities} value={validity} onChange={setValidity} />
      </Drawer>
    </>
  );
}
