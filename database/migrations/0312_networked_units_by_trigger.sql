-- A key to its own table would let a reply nest controllers in controllers; a trigger forgets a removed one instead.
alter table public.controllers drop constraint controllers_shares_system_with_fkey;
