-- Which passage in the log a near miss was last, so that an organisation whose car it may be finds it there, with its explanation.
alter table public.plate_near_misses
  -- Null: read before this was kept. The log forgets it in time.
  add column last_passage_id uuid;
