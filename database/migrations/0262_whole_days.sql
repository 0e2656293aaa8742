-- Units of the older kind count validity in whole days. There the portal itself keeps the times of a day.
alter table public.controllers add column whole_days boolean not null default false;
