-- Saved addresses that were read in another way than they look (192.168.001.010 as 192.168.1.8): what was asked until now is
-- what stands there from now on. Others of the kind are refused when they are saved (private.reads_one_way).
alter table public.controllers no force row level security;
do $$
declare
  r record;
  part text;
  host text;
  parts text[];
  numbers bigint[];
  whole bigint;
begin
  for r in
    select id, device_ip from public.controllers
    where regexp_replace(device_ip, '^\s*[a-zA-Z][a-zA-Z0-9+.-]*://', '') ~* '^(([0-9a-fx]+\.)*(0x[0-9a-f]*|[0-9]+))\.?(:[0-9]+)?(/|\s*$)'
  loop
    host := substring(regexp_replace(r.device_ip, '^\s*[a-zA-Z][a-zA-Z0-9+.-]*://', '') from '^[0-9a-fA-FxX.]+');
    continue when host ~ '^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(?!$)|$)){4}$';
    parts := string_to_array(rtrim(host, '.'), '.');
    numbers := '{}';
    foreach part in array parts loop
      numbers := numbers || case
        when part ~* '^0x[0-9a-f]{0,8}$' then ('x' || lpad(substr(lower(part), 3), 16, '0'))::bit(64)::bigint
        when part ~ '^0[0-7]{1,11}$' then (
          select sum(d::bigint * 8 ^ (length(part) - place))::bigint
          from string_to_table(part, null) with ordinality as digits (d, place))
        when part ~ '^(0|[1-9][0-9]{0,9})$' then part::bigint
      end;
    end loop;
    continue when cardinality(numbers) > 4 or array_position(numbers, null) is not null
      or numbers[cardinality(numbers)] >= 256 ^ (5 - cardinality(numbers));
    whole := numbers[cardinality(numbers)];
    for i in 1 .. cardinality(numbers) - 1 loop
      whole := whole + numbers[i] * (256 ^ (4 - i))::bigint;
    end loop;
    continue when exists (select from unnest(numbers[: cardinality(numbers) - 1]) as n (value) where value > 255);
    update public.controllers
      set device_ip = replace(r.device_ip, host, host('0.0.0.0'::inet + whole))
      where id = r.id;
  end loop;
end
$$;
alter table public.controllers force row level security;
