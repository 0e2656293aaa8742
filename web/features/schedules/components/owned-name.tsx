export interface OwnedNameProps {
  name: string;
  owner: string | null;
}

/** Shows a name with its owner below, where that is not the reader's own. */
export function OwnedName({ name, owner }: OwnedNameProps) {
  return (
    <span translate="no" className="min-w-0">
      <span className="line-clamp-2 font-name text-ink" title={name}>
        {name}
      </span>
      {owner !== null && (
        <span className="line-clamp-1 text-small font-normal text-ink-2" title={owner}>
          {owner}
        </span>
      )}
    </span>
  );
}
