-- Limits the data that an account keeps of its own, because it is in every access token and each change is an audit row. tg_argv[0]: bytes,
-- USER_DATA_MAX_BYTES of contract/limits.ts.
create or replace function auth.bound_user_data() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if octet_length(new.raw_user_meta_data::text) > tg_argv[0]::integer then
    raise check_violation using constraint = 'users_bounded_data', message = 'too much user data';
  end if;
  return new;
end
$$;

create or replace trigger bound_user_data_on_insert before insert on auth.users
  for each row execute function auth.bound_user_data('4096');
create or replace trigger bound_user_data before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function auth.bound_user_data('4096');
