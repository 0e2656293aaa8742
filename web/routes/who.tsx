import { WhoAnswer } from "#web/features/who/components/who-answer.tsx";

/** Shows the page of both areas. */
export function WhoPage() {
  return <WhoAnswer />;
}
