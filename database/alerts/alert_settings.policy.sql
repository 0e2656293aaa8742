select private.reset_rights('public.alert_settings');

grant select, update (controller_offline_minutes, revocation_pending_minutes, denial_burst_count, denial_burst_minutes, backup_old_hours,
    clock_skew_seconds, certificate_days, restart_count, camera_percent, repeat_hours)
  on public.alert_settings to system_admin;
create policy sys on public.alert_settings to system_admin using (true) with check (true);

grant select on public.alert_settings to portal_engine;
create policy engine on public.alert_settings for select to portal_engine using (true);
