-- The press that locked a held door again: sent twice, it is the one it was.
alter table public.door_holds
  add column end_request_id uuid,
  add constraint door_holds_end_request_id_key unique (ended_by, end_request_id);
