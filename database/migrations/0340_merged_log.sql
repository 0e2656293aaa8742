-- merged_log (passages/merged-log.view.sql) has its rows, and what else doors did.
drop view if exists public.passages;
