-- run-as: portal_engine
-- Allows only addresses that a person and the server read alike. Functions use contract/device-address.ts; table calls are checked only
-- here.

-- Tells whether the host can be read in one way only. Twin: readsOneWay of contract/plain-host.ts.
create or replace function private.reads_one_way(p_address text) returns boolean
  language sql immutable strict
  set search_path = ''
  as $$
    with place as (
      select split_part(regexp_replace(btrim(p_address, E' \t\r\n'), '^[a-zA-Z][a-zA-Z0-9+.-]*://', ''), '/', 1) as text
    ), host as (
      select case when text ~ '^[^:]*:[0-9]+$' then split_part(text, ':', 1) else text end as text from place
    )
    select case
      when text ~ ':' then true
      when text ~* '(^|\.)(0x[0-9a-f]*|[0-9]+)\.?$'
        then text ~ '^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(?!$)|$)){4}$'
      else text !~ '[%\\[:cntrl:][:space:]\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3002\ufeff\uff61]'
        and normalize(text, NFC) = normalize(text, NFKC)
    end from host
  $$;

-- A stored ambiguous address stays as it is, so that other changes of its controller do not fail.
create or replace function private.refuse_ambiguous_address() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if (tg_op = 'INSERT' or new.device_ip is distinct from old.device_ip) and not private.reads_one_way(new.device_ip) then
      raise check_violation using
        message = 'the address can be read in several ways', schema = 'public', table = 'controllers',
        column = 'device_ip', constraint = 'controllers_address_ambiguous';
    end if;
    return new;
  end
  $$;
grant execute on function private.refuse_ambiguous_address() to portal_owner;
