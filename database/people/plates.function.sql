-- before: migrations
-- Number plates: the twins of contract/plate.ts and contract/plate-problem.ts. Everybody may call these functions, like those of
-- platform/a-values.function.sql.

-- Twin of plateWords: the plate in upper case as cameras write it, with one space for every separator.
create or replace function private.plate_words(p_plate text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return btrim(regexp_replace(translate(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(upper(normalize(p_plate, nfd) collate "und-x-icu"),
        'ĐÐĦŁĿŊŦ' || 'АВЕІЈКМНОРСЅТУХҮӀԚԜ' || 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ' || '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹',
        'DDHLLNT' || 'ABEIJKMHOPCSTYXYIQW' || 'ABEZHIKMNOPTYX' || '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ' || '0123456789' || '0123456789'),
      'Œ', 'OE'), 'Þ', 'TH'), 'Ĳ', 'IJ'),
    -- Diacritics to keep become lower case for a moment; the text has no lower case otherwise.
    U&'A\030A', 'a'), U&'A\0308', 'b'), U&'O\0308', 'c'), U&'U\0308', 'd'), U&'A\0303', 'Ã'), U&'A\0302', 'Â'),
    '[\u0300-\u0362]', '', 'g'), 'abcd', 'ÅÄÖÜ'),
    '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u200b-\u200f\u2060\ufeff_\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d.\u00b7\u2022\u2024\u2027\u2219\u22c5\uff0e-]+',
    ' ', 'g'));

-- Twin of plateKey: the key by which plates are compared. It drops no character that cameras read.
create or replace function private.plate_key(p_plate text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
  declare
    words text;
  begin
    -- Nearly all plates have this form.
    if p_plate ~ '^[0-9A-Za-z .-]*$' then
      return translate(upper(p_plate collate "C"), ' .-', '');
    end if;
    words := private.plate_words(p_plate);
    if words ~ '^[ 0-9A-ZÅÄÖÆØÜ]*$' then
      return replace(words, ' ', '');
    end if;
    -- Unknown characters: a key that no reading has.
    return regexp_replace(p_plate,
      '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u200b-\u200f\u2060\ufeff_\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d.\u00b7\u2022\u2024\u2027\u2219\u22c5\uff0e-]+',
      '', 'g');
  end
  $$;

-- Twin of isReadableKey: tells whether a camera's reading can have this key.
create or replace function private.is_plate_key(p_key text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return p_key ~ '^[0-9A-ZÅÄÖÆØÜ]{2,12}$' and p_key not in ('UNDEFINED', 'NOTDEFINED');

-- Twin of plateProblem, which names the problem. Nearly all plates have the Swedish form, which is tested first.
create or replace function private.is_plate(p_plate text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return case when p_plate ~ '^[A-Za-z]{3}[ -]?[0-9]{2}[0-9A-Za-z]$' then true else
    length(p_plate) <= 20 and p_plate !~ '[\x01-\x1f\x7f]' and private.is_plate_key(private.plate_key(p_plate))
    and private.plate_words(p_plate) !~ (
      '^[A-Z]{3} ?[0-9]{2}[A-Z0-9] ?[A-Z]{3} ?[0-9]{2}[A-Z0-9]$'
      || '|(^| )([A-Z]{3} ?[0-9]{2}[A-Z0-9]|(?=[^ ]*[0-9])(?=[^ ]*[A-ZÅÄÖÆØÜ])[^ ]{5,}) (.* )?([A-Z]{3} ?[0-9]{2}[A-Z0-9]|(?=[^ ]*[0-9])(?=[^ ]*[A-ZÅÄÖÆØÜ])[^ ]{5,})( |$)'
      || '|[0-9].* (OCH|ELLER) .*[0-9]'
      || '|([A-ZÅÄÖÆØÜ].*[0-9]|[0-9].*[A-ZÅÄÖÆØÜ]).* [A-ZÅÄÖÆØÜ]{4,}( |$)'
      || '|^[A-Z]{3} ?[0-9]{2}[A-Z0-9] [A-ZÅÄÖÆØÜ]{2,}( |$)'
      || '|(^| )[A-ZÅÄÖÆØÜ]{2,} [A-Z]{3} ?[0-9]{2}[A-Z0-9]$') end;

grant execute on function private.plate_words(text), private.plate_key(text), private.is_plate_key(text), private.is_plate(text) to public;
