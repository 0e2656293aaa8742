import { WhoAnswer } from "#web/features/who/components/who-answer.tsx";

/** The page of both areas. */
export function WhoPage() {
  return <WhoAnswer />;
}
