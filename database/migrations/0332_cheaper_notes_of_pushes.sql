-- Notes of pushes come in the order of their time and are only ever deleted by it, so a summary of blocks is enough; a
-- tree cost every push a write.
drop index public.pushed_reads_noted;
create index pushed_reads_noted on public.pushed_reads using brin (noted_at) with (autosummarize = on);
