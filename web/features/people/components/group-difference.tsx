import type { AccessGroupDifference } from "#contract/functions/access-groups.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";

/** Lists who gains and who loses, by place. */
export function GroupDifference({ difference }: { difference: AccessGroupDifference }) {
  const { gain, lose, waiting } = difference;
  if (gain.rights + lose.rights + waiting === 0) return <p>{t.nobodyLoses}</p>;
  return (
    <div className="flex flex-col gap-2">
      {gain.rights > 0 && (
        <Side words={t.gains(formatNumber(gain.people), gain.people === 1)} side="gain" {...difference} />
      )}
      {lose.rights > 0 && (
        <Side words={t.loses(formatNumber(lose.people), lose.people === 1)} side="lose" {...difference} />
      )}
      {waiting > 0 && <p>{t.wait(formatNumber(waiting), waiting === 1)}</p>}
    </div>
  );
}

interface SideProps extends Pick<AccessGroupDifference, "places"> {
  words: string;
  side: "gain" | "lose";
}

function Side({ words, side, places }: SideProps) {
  return (
    <div>
      <p className="font-strong">{words}</p>
      <ul className="list-inside list-disc">
        {places
          .filter((place) => place[side] > 0)
          .map((place) => (
            <li key={`${place.controller_id} ${place.access_point_id}`}>
              {t.placeOf(place.name ?? t.unknownPlace, formatNumber(place[side]))}
            </li>
          ))}
      </ul>
    </div>
  );
}
