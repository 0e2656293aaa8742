-- A plate's key loses no letter. Before, every sign but A–Z, 0–9, ÅÄÖÆØÜ and twelve Cyrillic letters was deleted from it, so
-- that ŽK 218-AB, ČK 218-AB and K218AB were one car.

-- Twin of plateWords (contract/plate.ts): in upper case as cameras write it, with one space for every separator.
create function private.plate_words(p_plate text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return btrim(regexp_replace(translate(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(upper(normalize(p_plate, nfd) collate "und-x-icu"),
        'ĐÐĦŁĿŊŦ' || 'АВЕІЈКМНОРСЅТУХҮӀԚԜ' || 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ' || '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹',
        'DDHLLNT' || 'ABEIJKMHOPCSTYXYIQW' || 'ABEZHIKMNOPTYX' || '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ' || '0123456789' || '0123456789'),
      'Œ', 'OE'), 'Þ', 'TH'), 'Ĳ', 'IJ'),
    -- The marks that stay go by letters that are not there, upper case being written.
    U&'A\030A', 'a'), U&'A\0308', 'b'), U&'O\0308', 'c'), U&'U\0308', 'd'), U&'A\0303', 'Ã'), U&'A\0302', 'Â'),
    '[\u0300-\u0362]', '', 'g'), 'abcd', 'ÅÄÖÜ'),
    '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u200b-\u200f\u2060\ufeff_\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d.\u00b7\u2022\u2024\u2027\u2219\u22c5\uff0e-]+',
    ' ', 'g'));

-- Twin of plateKey. Columns are computed by it: with another rule, a migration calls private.recompute_plate_keys().
create or replace function private.plate_key(p_plate text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
  declare
    words text;
  begin
    -- Nearly all.
    if p_plate ~ '^[0-9A-Za-z .-]*$' then
      return translate(upper(p_plate collate "C"), ' .-', '');
    end if;
    words := private.plate_words(p_plate);
    if words ~ '^[ 0-9A-ZÅÄÖÆØÜ]*$' then
      return replace(words, ' ', '');
    end if;
    -- Not understood: a key that no reading has.
    return regexp_replace(p_plate,
      '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u200b-\u200f\u2060\ufeff_\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d.\u00b7\u2022\u2024\u2027\u2219\u22c5\uff0e-]+',
      '', 'g');
  end
  $$;

-- Twin of isReadableKey: whether a camera's reading can have this key.
create function private.is_plate_key(p_key text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return p_key ~ '^[0-9A-ZÅÄÖÆØÜ]{2,12}$' and p_key not in ('UNDEFINED', 'NOTDEFINED');

-- Twin of plateProblem (contract/plate-problem.ts), which says what is wrong.
create function private.is_plate(p_plate text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return length(p_plate) <= 20 and p_plate !~ '[\x01-\x1f\x7f]' and private.is_plate_key(private.plate_key(p_plate))
    and private.plate_words(p_plate) !~ (
      '^[A-Z]{3} ?[0-9]{2}[A-Z0-9] ?[A-Z]{3} ?[0-9]{2}[A-Z0-9]$'
      || '|(^| )([A-Z]{3} ?[0-9]{2}[A-Z0-9]|(?=[^ ]*[0-9])(?=[^ ]*[A-ZÅÄÖÆØÜ])[^ ]{5,}) (.* )?([A-Z]{3} ?[0-9]{2}[A-Z0-9]|(?=[^ ]*[0-9])(?=[^ ]*[A-ZÅÄÖÆØÜ])[^ ]{5,})( |$)'
      || '|[0-9].* (OCH|ELLER) .*[0-9]'
      || '|([A-ZÅÄÖÆØÜ].*[0-9]|[0-9].*[A-ZÅÄÖÆØÜ]).* [A-ZÅÄÖÆØÜ]{4,}( |$)'
      || '|^[A-Z]{3} ?[0-9]{2}[A-Z0-9] [A-ZÅÄÖÆØÜ]{2,}( |$)'
      || '|(^| )[A-ZÅÄÖÆØÜ]{2,} [A-Z]{3} ?[0-9]{2}[A-Z0-9]$');
grant execute on function private.plate_words(text), private.is_plate_key(text), private.is_plate(text) to public;

-- Whether a plate may be stored is asked by a trigger when it is written (people/credentials.trigger.sql): what was stored
-- before goes on being prolonged and switched off, and is shown as a plate to correct.
alter table public.credentials
  drop constraint credentials_plate,
  add constraint credentials_plate_size check (credential_type <> 'license_plate'
    or (length(credential_value) <= 20 and credential_value !~ '[\x01-\x1f\x7f]'));
alter table public.plate_aliases
  drop constraint plate_aliases_plate,
  add constraint plate_aliases_plate check (private.is_plate_key(private.plate_key(plate_number))) not valid;

-- Letters with a mark stand for the plain ones, too: a reader that has none writes ASA77 for ÅSA 77 (contract/near-plate.ts).
drop index public.credentials_plate_shape, public.credentials_plate_shape_less_first, public.credentials_plate_shape_less_last;

-- Stored keys, after the rule of private.plate_key has become another. Returns how many plates have another key by it. Their
-- own triggers write them on gates' lists anew.
create function private.recompute_plate_keys() returns integer
  language plpgsql
  set search_path = ''
  as $$
  declare
    aliases public.plate_aliases[];
    plates  integer;
  begin
    aliases := array(select a from public.plate_aliases a where a.plate_key is distinct from private.plate_key(a.plate_number));
    -- A reading that is two cars' by now is nobody's, and may be linked again.
    aliases := aliases || array(select a from public.plate_aliases a
      where exists (select from unnest(aliases) o where o.controller_id = a.controller_id and o.credential_id <> a.credential_id
        and private.plate_key(o.plate_number) = a.plate_key));
    -- Found again when they are read again.
    delete from public.plate_near_misses m where m.plate_key is distinct from private.plate_key(m.plate_number);
    delete from public.plate_aliases a where a.id in (select o.id from unnest(aliases) o);
    update public.credentials c set credential_value = c.credential_value
    where c.credential_type = 'license_plate' and c.plate_key is distinct from private.plate_key(c.credential_value);
    get diagnostics plates = row_count;
    insert into public.plate_aliases (id, controller_id, organization_id, credential_id, plate_number, created_by, created_at, last_used_at)
    select distinct on (o.controller_id, private.plate_key(o.plate_number))
      o.id, o.controller_id, o.organization_id, o.credential_id, o.plate_number, o.created_by, o.created_at, o.last_used_at
    from unnest(aliases) o
    where private.is_plate_key(private.plate_key(o.plate_number))
      and not exists (select from unnest(aliases) other where other.controller_id = o.controller_id
        and private.plate_key(other.plate_number) = private.plate_key(o.plate_number) and other.credential_id <> o.credential_id)
      and not exists (select from public.credentials k join public.controller_assignments a on a.credential_id = k.id
        where k.plate_key = private.plate_key(o.plate_number) and a.controller_id = o.controller_id)
      and exists (select from public.credentials k where k.id = o.credential_id and k.plate_key is not null)
    order by o.controller_id, private.plate_key(o.plate_number), o.last_used_at desc
    on conflict do nothing;
    update public.access_logs l set plate_number = l.plate_number
    where l.plate_number !~ '^[0-9A-Za-z .-]*$' and l.plate_key is distinct from private.plate_key(l.plate_number);
    return plates;
  end
  $$;
revoke execute on function private.recompute_plate_keys() from public;
-- The owner sees rows while this lasts.
alter table public.credentials no force row level security;
alter table public.controller_assignments no force row level security;
alter table public.plate_aliases no force row level security;
alter table public.plate_near_misses no force row level security;
alter table public.access_logs no force row level security;
select private.recompute_plate_keys();
alter table public.credentials force row level security;
alter table public.controller_assignments force row level security;
alter table public.plate_aliases force row level security;
alter table public.plate_near_misses force row level security;
alter table public.access_logs force row level security;

alter table public.plate_aliases validate constraint plate_aliases_plate;
create index credentials_plate_shape on public.credentials
  (translate(plate_key, 'ODQIZSGB3YNÅÄÆÖØÜ', '000125688VMAAA00U')) where plate_key is not null;
create index credentials_plate_shape_less_first on public.credentials
  (substr(translate(plate_key, 'ODQIZSGB3YNÅÄÆÖØÜ', '000125688VMAAA00U'), 2)) where plate_key is not null;
create index credentials_plate_shape_less_last on public.credentials
  (left(translate(plate_key, 'ODQIZSGB3YNÅÄÆÖØÜ', '000125688VMAAA00U'), -1)) where plate_key is not null;

-- The few that may have to be corrected (people/plates-to-correct.function.sql): what is no plate by the rule above, and plates
-- with letters that cameras write otherwise, which another plate may equal.
create index credentials_plates_to_correct on public.credentials (organization_id, id)
  where credential_type = 'license_plate' and (not private.is_plate(display_value) or display_value ~ '[^ -~ÅÄÖÆØÜåäöæøü]');
