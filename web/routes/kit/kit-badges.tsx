import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Switch } from "#web/ui/choices/switch.tsx";
import { PinChip } from "#web/ui/credentials/pin-chip.tsx";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ActivePill, GrantedPill, OnlinePill, Pill } from "#web/ui/pill.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { toastError, toastSuccess } from "#web/ui/toasts/toast.tsx";

export function KitBadges() {
  const [on, setOn] = useState(true);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={Plus}>
          Lägg till
        </Button>
        <Button>Avbryt</Button>
        <Button variant="ghost">Mer</Button>
        <Button
          variant="danger"
          icon={Trash2}
          onPress={() => toastError("kit:toast", "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen.")}
        >
          Ta bort
        </Button>
        <Button variant="primary" busy icon={Plus}>
          Sparar
        </Button>
        <Button variant="primary" busy>
          Spara
        </Button>
        <Button isDisabled>Avstängd</Button>
        <IconButton
          icon={Pencil}
          label="Redigera Alva Exempelsson"
          onPress={() => toastSuccess("kit:toast", "Användare skapades")}
        />
        <IconButton icon={Trash2} label="Ta bort" disabledReason="Du kan inte ta bort dig själv" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SyncPill state="synced" />
        <SyncPill state="pending" detail={2} tooltip="Sedan 13:48. Nästa försök om 3 min." />
        <SyncPill state="pending_removal" href="/system-admin/sync" />
        <SyncPill state="failed" detail="svarar inte" />
        <Pill tone="idle">Inaktiverad</Pill>
        <Pill tone="accent">Ny</Pill>
        <ActivePill active />
        <ActivePill active={false} />
        <GrantedPill granted />
        <GrantedPill granted={false} />
        <OnlinePill online={false} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <PlateChip plate="MLB84A" />
        <PlateChip plate="CJ97139" />
        <PlateChip plate="" />
        <PinChip onReveal={async () => "4816"} />
        <PinChip />
        <CopyField label="Gate-id" value="gate-17" bare />
        <Switch label="Aktiverad" value={on} onChange={setOn}>
          {on ? "Aktiverad" : "Inaktiverad"}
        </Switch>
        <Checkbox value={on} onChange={setOn}>
          Lägg till fordon
        </Checkbox>
      </div>
    </>
  );
}
