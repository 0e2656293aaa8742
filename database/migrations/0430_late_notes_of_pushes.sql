-- Of `seen`, the times that only reads which came too late have noted: a read that is in time is new there. Null: none, as
-- of nearly every car.
alter table public.pushed_reads add column late tstzmultirange;
