import type { NewApp } from "../api/second-factors.ts";
import { AppEnrolment } from "./app-enrolment.tsx";
import { PasskeyEnrolment } from "./passkey-enrolment.tsx";
import { PhoneEnrolment } from "./phone-enrolment.tsx";

export type NewFactorKind = { name: "app"; app: NewApp } | { name: "passkey" } | { name: "phone" };

export function NewFactor({ kind, onAdded }: { kind: NewFactorKind; onAdded: () => void }) {
  switch (kind.name) {
    case "app":
      return <AppEnrolment app={kind.app} onAdded={onAdded} />;
    case "passkey":
      return <PasskeyEnrolment onAdded={onAdded} />;
    case "phone":
      return <PhoneEnrolment onAdded={onAdded} />;
  }
}
