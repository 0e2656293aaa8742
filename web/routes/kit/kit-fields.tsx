import { useState } from "react";
import { CheckboxList } from "#web/ui/choices/checkbox-list.tsx";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { PinField } from "#web/ui/credentials/pin-field.tsx";
import { PlateInput } from "#web/ui/credentials/plate-input.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { TextAreaField, TextField } from "#web/ui/fields/text-field.tsx";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { doorGroups, organizations, validities } from "./choices.ts";

export function KitFields() {
  const [segment, setSegment] = useState<"all" | "pin" | "plate">("all");
  const [validity, setValidity] = useState<(typeof validities)[number]["id"]>("3_months");
  const [organization, setOrganization] = useState<string | null>("Brf Norrgården");
  const [doors, setDoors] = useState(["a1", "a2", "a3"]);
  const [search, setSearch] = useState("");
  const [plate, setPlate] = useState("mlb 84a".toUpperCase());
  const [pin, setPin] = useState("4816");
  const [text, setText] = useState("Alva");
  return (
    <>
      <Card title="Fält">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label="Förnamn" value={text} onChange={setText} hint="Som på dörrskylten" />
          <TextField
            label="Port"
            value="70000"
            onChange={() => undefined}
            errorMessage="1 till 65535"
            inputMode="numeric"
          />
          <Select
            label="Giltighet"
            options={validities}
            value={validity}
            onChange={setValidity}
            hint="21 nov 2026 – 20 nov 2027"
          />
          <PasswordField label="Lösenord" value={text} onChange={setText} />
          <PinField
            labelNote="4–6 siffror"
            value={pin}
            onChange={setPin}
            onGenerate={() => setPin("9173")}
            hint="Ledig på alla valda dörrar"
          />
          <PlateInput value={plate} onChange={setPlate} hint={plate} />
          <ComboBox label="Organisation" options={organizations} value={organization} onChange={setOrganization} />
          <TextField label="Macro-id" value="" onChange={() => undefined} optional placeholder="open-gate" mono />
          <TextField
            label="Låst"
            value="Brf Norrgården"
            onChange={() => undefined}
            isDisabled
            hint="Organisation kan inte ändras vid redigering"
          />
          <TextAreaField label="Beskrivning" optional value="" onChange={() => undefined} />
          <CheckboxList
            label="Dörrar"
            groups={doorGroups}
            value={doors}
            onChange={setDoors}
            countWords={(count) => `${count} dörrar`}
            offlineHint="Skrivs när styrenheten svarar."
            emptyText="Inga dörrar"
          />
        </div>
      </Card>
      <Toolbar
        search={<SearchField label="Sök namn eller adress" value={search} onChange={setSearch} />}
        filters={
          <>
            <FilterSelect label="Giltighet" options={validities} value={validity} onChange={setValidity} />
            <Segmented
              label="Visa"
              value={segment}
              onChange={setSegment}
              segments={[
                { id: "all", label: "Alla användare" },
                { id: "pin", label: "Endast PIN" },
                { id: "plate", label: "Endast Fordon" },
              ]}
            />
          </>
        }
        activeFilters={1}
        matches="24"
        count="24 styrenheter"
      />
    </>
  );
}
