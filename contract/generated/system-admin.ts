// Made by npm run types from the database's catalogue: what a system_admin may read and write. Not to be edited.
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type SystemAdminDatabase = {
  __InternalSupabase: { PostgrestVersion: "13" };
  public: {
    Tables: {
      access_group_doors: {
        Row: { group_id: string; organization_id: string; controller_id: string; access_point_id: string | null; schedule_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "access_group_doors_controller_id_access_point_id_fkey"; columns: ["controller_id", "access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["controller_id", "id"] }, { foreignKeyName: "access_group_doors_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "access_group_doors_organization_id_group_id_fkey"; columns: ["organization_id", "group_id"]; isOneToOne: false; referencedRelation: "access_groups"; referencedColumns: ["organization_id", "id"] }, { foreignKeyName: "access_group_doors_schedule"; columns: ["schedule_id"]; isOneToOne: false; referencedRelation: "schedules"; referencedColumns: ["id"] }];
      };
      access_group_members: {
        Row: { id: string; group_id: string; organization_id: string; end_user_id: string; valid_from: string | null; valid_to: string | null; created_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "access_group_members_organization_id_end_user_id_fkey"; columns: ["organization_id", "end_user_id"]; isOneToOne: false; referencedRelation: "end_users"; referencedColumns: ["organization_id", "id"] }, { foreignKeyName: "access_group_members_organization_id_group_id_fkey"; columns: ["organization_id", "group_id"]; isOneToOne: false; referencedRelation: "access_groups"; referencedColumns: ["organization_id", "id"] }];
      };
      access_group_rights: {
        Row: { organization_id: string; credential_id: string; controller_id: string; access_point_id: string | null; group_id: string; valid_from: string | null; valid_to: string | null; schedule_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "access_group_rights_controller_id_access_point_id_fkey"; columns: ["controller_id", "access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["controller_id", "id"] }, { foreignKeyName: "access_group_rights_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "access_group_rights_organization_id_credential_id_fkey"; columns: ["organization_id", "credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["organization_id", "id"] }, { foreignKeyName: "access_group_rights_organization_id_group_id_fkey"; columns: ["organization_id", "group_id"]; isOneToOne: false; referencedRelation: "access_groups"; referencedColumns: ["organization_id", "id"] }];
      };
      access_groups: {
        Row: { id: string; organization_id: string; installation_group_id: string | null; name: string; validity_period: string; is_default: boolean; created_at: string; updated_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "access_groups_installation_group_id_fkey"; columns: ["installation_group_id"]; isOneToOne: false; referencedRelation: "installation_groups"; referencedColumns: ["id"] }, { foreignKeyName: "access_groups_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      access_logs: {
        Row: { id: string; detected_at: string; plate_number: string; plate_key: string | null; controller_id: string | null; access_granted: boolean; access_reason: string; macro_executed: boolean | null; credential_id: string | null; opened: boolean; duplicate_of: string | null; changed_at: string | null; organization_id: string | null; removed_controller: string | null; command_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "access_logs_command_id_fkey"; columns: ["command_id"]; isOneToOne: false; referencedRelation: "door_commands"; referencedColumns: ["id"] }, { foreignKeyName: "access_logs_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "access_logs_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }, { foreignKeyName: "access_logs_credential_id_fkey"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["id"] }, { foreignKeyName: "access_logs_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "logged_credentials"; referencedColumns: ["id"] }];
      };
      access_points: {
        Row: { id: string; controller_id: string; name: string; door_name: string | null; description: string | null; enabled: boolean; last_synced: string | null; access_profile_token: string | null; device_door_token: string | null; missing_since: string | null; pin_min: number | null; pin_max: number | null; pin_use: string | null; pin_hours: Json | null; pin_only_ok: boolean | null; pin_alone: boolean; pin_alone_on_device: boolean; pin_rule: string | null; hours_schedule_id: string | null; hours_token: string | null; hours_problem: string | null; hours_seen_at: string | null; unlock_hours: Json | null };
        Insert: { id?: string; controller_id: string; name: string; door_name?: string | null; description?: string | null; enabled?: boolean };
        Update: { name?: string; door_name?: string | null; description?: string | null; enabled?: boolean; pin_alone?: boolean; hours_schedule_id?: string | null };
        Relationships: [{ foreignKeyName: "access_points_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "access_points_hours_schedule"; columns: ["hours_schedule_id"]; isOneToOne: false; referencedRelation: "schedules"; referencedColumns: ["id"] }];
      };
      alert_deliveries: {
        Row: { id: string; webhook_id: string; event: string; body: string; state: string; attempts: number; last_error: string | null; next_try_at: string; lease_owner: string | null; lease_until: string; expires_at: string; created_at: string; finished_at: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "alert_deliveries_webhook_id_fkey"; columns: ["webhook_id"]; isOneToOne: false; referencedRelation: "alert_webhooks"; referencedColumns: ["id"] }];
      };
      alert_opt_outs: {
        Row: { user_id: string };
        Insert: { user_id: string };
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "alert_opt_outs_user_id_fkey"; columns: ["user_id"]; isOneToOne: true; referencedRelation: "profiles"; referencedColumns: ["id"] }];
      };
      alert_settings: {
        Row: { id: string; only_row: boolean; controller_offline_minutes: number | null; revocation_pending_minutes: number | null; denial_burst_count: number | null; denial_burst_minutes: number; backup_old_hours: number | null; repeat_hours: number | null; clock_skew_seconds: number | null; certificate_days: number | null; restart_count: number | null; camera_percent: number | null };
        Insert: Record<never, never>;
        Update: { controller_offline_minutes?: number | null; revocation_pending_minutes?: number | null; denial_burst_count?: number | null; denial_burst_minutes?: number; backup_old_hours?: number | null; repeat_hours?: number | null; clock_skew_seconds?: number | null; certificate_days?: number | null; restart_count?: number | null; camera_percent?: number | null };
        Relationships: [];
      };
      alert_webhooks: {
        Row: { id: string; name: string; origin: string; enabled: boolean; created_at: string };
        Insert: Record<never, never>;
        Update: { name?: string; enabled?: boolean };
        Relationships: [];
      };
      alerts: {
        Row: { id: string; kind: string; object_id: string | null; object_name: string | null; since: string; detail: Json; raised_at: string; last_notified_at: string; cleared_at: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      audit: {
        Row: { id: string; tx: string; organization_id: string | null; actor: string | null; action: string; subject_table: string | null; subject_id: string | null; before: Json | null; after: Json | null; row_count: number; at: string; actor_name: string | null; subject_name: string | null; address: string | null; request_id: string | null; subject_key: string | null; words: string | null; part_of: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      audit_chain: {
        Row: { id: string; organization_id: string | null; seq: number; audit_id: string; hmac: string; chained_at: string; key_id: string; row_hmac: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "audit_chain_audit_id_fkey"; columns: ["audit_id"]; isOneToOne: true; referencedRelation: "audit"; referencedColumns: ["id"] }];
      };
      audit_checks: {
        Row: { id: string; started_at: string; finished_at: string; checked_through: string | null; checked_rows: number; unreadable_rows: number; findings: number; first_findings: Json };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      audit_keys: {
        Row: { id: string; key_id: string; voucher_id: string; chain: string | null; entries: number; mac: string; at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      audit_unchained: {
        Row: { audit_id: string; tx: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      backups: {
        Row: { id: string; kind: string; state: string; made_by: string | null; requested_at: string; taken_at: string | null; finished_at: string | null; verified_at: string | null; verify_requested_at: string | null; file_name: string; bytes: number | null; row_count: number | null; version: string | null; people: number | null; doors: number | null; migration: number | null; error: string | null; progress: number; lease_owner: string | null; lease_until: string | null; copied_at: string | null; copy_error: string | null; copy_due_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      calendar_days: {
        Row: { id: string; calendar_id: string; first_day: string | null; last_day: string | null; holiday: string | null; name: string | null; hours: Json };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "calendar_days_calendar_id_fkey"; columns: ["calendar_id"]; isOneToOne: false; referencedRelation: "calendars"; referencedColumns: ["id"] }];
      };
      calendars: {
        Row: { id: string; organization_id: string | null; name: string; created_at: string; updated_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "calendars_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      camera_days: {
        Row: { controller_id: string; day: string; reads: number; unread: number; unclear: number; last_read_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "camera_days_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      controller_assignments: {
        Row: { id: string; organization_id: string; credential_id: string; controller_id: string; access_point_id: string | null; axis_user_token: string | null; axis_credential_token: string | null; created_at: string };
        Insert: { id?: string; organization_id: string; credential_id: string; controller_id: string; access_point_id?: string | null; axis_user_token?: string | null; axis_credential_token?: string | null };
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "controller_assignments_controller_id_access_point_id_fkey"; columns: ["controller_id", "access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["controller_id", "id"] }, { foreignKeyName: "controller_assignments_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "controller_assignments_organization_id_credential_id_fkey"; columns: ["organization_id", "credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["organization_id", "id"] }];
      };
      controller_pins: {
        Row: { controller_id: string; source_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "controller_pins_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      controller_sync: {
        Row: { controller_id: string; lease_owner: string | null; lease_until: string; fence: number; desired_gen: number; applied_gen: number; attempts: number; next_try_at: string; breaker_open_since: string | null; last_error: string | null; verify_at: string | null; hours_at: string | null; last_full_at: string | null; group_token: string | null; restored_at: string | null; failing_since: string | null; compare_error: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "controller_sync_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: true; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      controller_users: {
        Row: { id: string; controller_id: string; first_name: string; last_name: string; pin: string | null; valid_from: string | null; valid_to: string | null; enabled: boolean; group_token: string | null; access_point_ids: string[]; user_token: string | null; credential_token: string | null; created_at: string; default_group: boolean };
        Insert: { id?: string; controller_id: string; first_name: string; last_name: string; pin?: string | null; valid_from?: string | null; valid_to?: string | null; enabled?: boolean; group_token?: string | null; access_point_ids?: string[]; default_group?: boolean };
        Update: { first_name?: string; last_name?: string; pin?: string | null; valid_from?: string | null; valid_to?: string | null; enabled?: boolean; group_token?: string | null; access_point_ids?: string[]; default_group?: boolean };
        Relationships: [{ foreignKeyName: "controller_users_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      controllers: {
        Row: { id: string; name: string; device_type: string; device_ip: string; device_port: number | null; username: string | null; password_encrypted: string | null; enabled: boolean; macro_id: string | null; last_sync: string | null; organization_id: string; created_at: string; webhook_user: string | null; cert_sha256: string | null; serial: string | null; allow_plain_http: boolean; list_sync: boolean; webhook_previous_until: string | null; webhook_previous_ends_on_use: boolean; webhook_rotated_at: string | null; model: string | null; firmware: string | null; cert_subject: string | null; cert_valid_to: string | null; cert_accepted_at: string | null; relay_request: Json | null; whole_days: boolean; keeps_hours: boolean | null; shares_system_with: string | null; disabled_macro_id: string | null; allow_old_tls: boolean; tls_version: string | null; frame_source: string | null; push_skew_ms: number | null; missing_macro_id: string | null; refused_at: string | null; refused_cause: string | null };
        Insert: { id?: string; name: string; device_type: string; device_ip: string; device_port?: number | null; username?: string | null; enabled?: boolean; macro_id?: string | null; organization_id: string; list_sync?: boolean };
        Update: { name?: string; device_type?: string; device_ip?: string; device_port?: number | null; username?: string | null; enabled?: boolean; macro_id?: string | null; organization_id?: string; list_sync?: boolean };
        Relationships: [{ foreignKeyName: "controllers_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      credentials: {
        Row: { id: string; organization_id: string; end_user_id: string; credential_type: string; credential_value: string; vehicle_type: string | null; validity_period: string | null; valid_from: string; valid_to: string | null; enabled: boolean; axxon_vehicle_id: string | null; created_at: string; plate_key: string | null };
        Insert: { id?: string; organization_id: string; end_user_id: string; credential_type: string; credential_value: string; vehicle_type?: string | null; validity_period?: string | null; valid_from?: string; valid_to?: string | null; enabled?: boolean; axxon_vehicle_id?: string | null };
        Update: { credential_value?: string; vehicle_type?: string | null; validity_period?: string | null; valid_from?: string; valid_to?: string | null; enabled?: boolean; axxon_vehicle_id?: string | null };
        Relationships: [{ foreignKeyName: "credentials_organization_id_end_user_id_fkey"; columns: ["organization_id", "end_user_id"]; isOneToOne: false; referencedRelation: "end_users"; referencedColumns: ["organization_id", "id"] }];
      };
      deleted_rows: {
        Row: { id: string; table_name: string; row_id: string; deleted_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      device_sync: {
        Row: { controller_id: string; source_id: string; source_kind: string; organization_id: string | null; label: string; user_token: string; credential_token: string; desired_gen: number; applied_gen: number; applied_digest: string | null; attempts: number; next_try_at: string; last_error: string | null; synced_at: string | null; pending: boolean; pending_since: string; outdated: string[]; end_user_id: string | null; ended_at: string | null; suspended_until: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "device_sync_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "device_sync_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      door_commands: {
        Row: { id: string; request_id: string; access_point_id: string | null; controller_id: string | null; organization_id: string | null; requested_by: string; requested_as: string; reason: string; created_at: string; outcome: boolean | null; answered_at: string | null; device_reason: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "door_commands_access_point_id_fkey"; columns: ["access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["id"] }, { foreignKeyName: "door_commands_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "door_commands_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      door_event_cursors: {
        Row: { controller_id: string; last_row: number | null; last_event: string | null; complete_to: string | null; clock_skew_ms: number | null; supported: boolean; last_error: string | null; next_read_at: string; states_at: string; boot_id: string | null; boot_asked_at: string | null; wrong_clock_ms: number | null; wrong_clock_at: string | null; counted_since: string | null; counted: number; flooded_at: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "door_event_cursors_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: true; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      door_events: {
        Row: { id: string; occurred_at: string; device_time: string; received_at: string; controller_id: string | null; access_point_id: string | null; organization_id: string | null; kind: string; granted: boolean | null; reason: string | null; device_reason: string | null; credential_id: string | null; gap_cause: string | null; gap_from: string | null; command_id: string | null; hold_id: string | null; is_weekly_code: boolean; removed_controller: string | null; removed_door: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "door_events_access_point_id_fkey"; columns: ["access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["id"] }, { foreignKeyName: "door_events_command_id_fkey"; columns: ["command_id"]; isOneToOne: false; referencedRelation: "door_commands"; referencedColumns: ["id"] }, { foreignKeyName: "door_events_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "door_events_hold_id_fkey"; columns: ["hold_id"]; isOneToOne: false; referencedRelation: "door_holds"; referencedColumns: ["id"] }, { foreignKeyName: "door_events_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }, { foreignKeyName: "door_events_credential_id_fkey"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["id"] }, { foreignKeyName: "door_events_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "logged_credentials"; referencedColumns: ["id"] }];
      };
      door_holds: {
        Row: { id: string; request_id: string; access_point_id: string | null; organization_id: string | null; requested_by: string; requested_as: string; reason: string; created_at: string; until: string; sent_at: string | null; applied_at: string | null; ended_at: string | null; ended_by: string | null; end_cause: string | null; end_confirmed_at: string | null; end_request_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "door_holds_access_point_id_fkey"; columns: ["access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["id"] }, { foreignKeyName: "door_holds_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      door_profiles: {
        Row: { access_point_id: string; controller_id: string; schedule_ids: string[]; profile_token: string; hours_token: string | null; hours_problem: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "door_profiles_controller_id_access_point_id_fkey"; columns: ["controller_id", "access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["controller_id", "id"] }];
      };
      door_states: {
        Row: { access_point_id: string; mode: string; physical: string | null; alarm: string | null; mode_since: string; physical_since: string; alarm_since: string; read_at: string; source: string; asked_at: string | null; created_at: string; changed_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "door_states_access_point_id_fkey"; columns: ["access_point_id"]; isOneToOne: true; referencedRelation: "access_points"; referencedColumns: ["id"] }];
      };
      drift_reports: {
        Row: { controller_id: string; compared_at: string; users: number; credentials: number; total_items: number; items: Json };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "drift_reports_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: true; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      end_users: {
        Row: { id: string; organization_id: string; first_name: string; last_name: string; created_at: string; updated_at: string; search: string; import_id: string | null; import_digest: string | null; email: string | null; apartment: string | null; phone: string | null; note: string | null; search_extra: string | null };
        Insert: { id?: string; organization_id: string; first_name: string; last_name: string; import_id?: string | null; import_digest?: string | null; email?: string | null; apartment?: string | null; phone?: string | null; note?: string | null };
        Update: { first_name?: string; last_name?: string; email?: string | null; apartment?: string | null; phone?: string | null; note?: string | null };
        Relationships: [{ foreignKeyName: "end_users_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      erasures: {
        Row: { id: string; organization_id: string | null; end_user_id: string; source_ids: string[]; log_rows: number; requested_by: string; requested_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "erasures_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      installation_group_doors: {
        Row: { id: string; group_id: string; controller_id: string; access_point_id: string | null; schedule_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "installation_group_doors_controller_id_access_point_id_fkey"; columns: ["controller_id", "access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["controller_id", "id"] }, { foreignKeyName: "installation_group_doors_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "installation_group_doors_group_id_fkey"; columns: ["group_id"]; isOneToOne: false; referencedRelation: "installation_groups"; referencedColumns: ["id"] }, { foreignKeyName: "installation_group_doors_schedule"; columns: ["schedule_id"]; isOneToOne: false; referencedRelation: "schedules"; referencedColumns: ["id"] }];
      };
      installation_groups: {
        Row: { id: string; name: string; validity_period: string; created_at: string; updated_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      mail_queue: {
        Row: { id: string; template: string; recipient: string; state: string; attempts: number; last_error: string | null; next_try_at: string; lease_owner: string | null; lease_until: string; expires_at: string; created_at: string; finished_at: string | null; end_user_id: string | null; organization_id: string | null; named_people: string[] };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      mfa_requirements: {
        Row: { id: string; role: string; required: boolean; updated_at: string };
        Insert: Record<never, never>;
        Update: { required?: boolean };
        Relationships: [];
      };
      organization_access_points: {
        Row: { organization_id: string; access_point_id: string; controller_id: string };
        Insert: { organization_id: string; access_point_id: string; controller_id: string };
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "organization_access_points_controller_id_access_point_id_fkey"; columns: ["controller_id", "access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["controller_id", "id"] }, { foreignKeyName: "organization_access_points_organization_id_controller_id_fkey"; columns: ["organization_id", "controller_id"]; isOneToOne: false; referencedRelation: "organization_controllers"; referencedColumns: ["organization_id", "controller_id"] }];
      };
      organization_controllers: {
        Row: { organization_id: string; controller_id: string };
        Insert: { organization_id: string; controller_id: string };
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "organization_controllers_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "organization_controllers_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      organizations: {
        Row: { id: string; name: string; description: string | null; created_at: string; kind: string; log_days: number | null; purposes: string | null };
        Insert: { id?: string; name: string; description?: string | null; created_at?: string; kind?: string; log_days?: number | null; purposes?: string | null };
        Update: { name?: string; description?: string | null; kind?: string; log_days?: number | null; purposes?: string | null };
        Relationships: [];
      };
      plate_aliases: {
        Row: { id: string; controller_id: string; organization_id: string; credential_id: string; plate_number: string; plate_key: string | null; created_by: string | null; created_at: string; last_used_on: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "plate_aliases_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "plate_aliases_organization_id_credential_id_fkey"; columns: ["organization_id", "credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["organization_id", "id"] }];
      };
      plate_near_miss_candidates: {
        Row: { near_miss_id: string; organization_id: string; credential_id: string; place: number; own_plate_read: boolean; dismissed_at: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "plate_near_miss_candidates_near_miss_id_fkey"; columns: ["near_miss_id"]; isOneToOne: false; referencedRelation: "plate_near_misses"; referencedColumns: ["id"] }, { foreignKeyName: "plate_near_miss_candidates_organization_id_credential_id_fkey"; columns: ["organization_id", "credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["organization_id", "id"] }];
      };
      plate_near_misses: {
        Row: { id: string; controller_id: string; plate_number: string; plate_key: string | null; reads: number; last_read_at: string; last_passage_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "plate_near_misses_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      profiles: {
        Row: { id: string; first_name: string; last_name: string; email: string };
        Insert: Record<never, never>;
        Update: { first_name?: string; last_name?: string };
        Relationships: [];
      };
      removed_credentials: {
        Row: { id: string; organization_id: string; end_user_id: string; credential_type: string; removed_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "removed_credentials_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      removed_people: {
        Row: { id: string; organization_id: string; first_name: string; last_name: string; removed_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "removed_people_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      restore_reports: {
        Row: { controller_id: string; inspected_at: string; error: string | null; total_items: number; items: Json };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "restore_reports_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: true; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      restore_state: {
        Row: { id: boolean; backup_id: string; taken_at: string; restored_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      restores: {
        Row: { id: string; backup_id: string; file_name: string; state: string; requested_by: string | null; requested_at: string; finished_at: string | null; error: string | null; progress: number; lease_owner: string | null; lease_until: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      schedule_calendars: {
        Row: { schedule_id: string; calendar_id: string; place: number };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "schedule_calendars_calendar_id_fkey"; columns: ["calendar_id"]; isOneToOne: false; referencedRelation: "calendars"; referencedColumns: ["id"] }, { foreignKeyName: "schedule_calendars_schedule_id_fkey"; columns: ["schedule_id"]; isOneToOne: false; referencedRelation: "schedules"; referencedColumns: ["id"] }];
      };
      schedule_hours: {
        Row: { id: string; schedule_id: string; weekday: number; from_minute: number; to_minute: number; every_weeks: number; anchor: string; valid_from: string | null; valid_until: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "schedule_hours_schedule_id_fkey"; columns: ["schedule_id"]; isOneToOne: false; referencedRelation: "schedules"; referencedColumns: ["id"] }];
      };
      schedules: {
        Row: { id: string; organization_id: string | null; name: string; created_at: string; updated_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "schedules_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      shared_door_events: {
        Row: { id: string; occurred_at: string; received_at: string; controller_id: string; access_point_id: string | null; kind: string; granted: boolean | null; gap_cause: string | null; gap_from: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "shared_door_events_access_point_id_fkey"; columns: ["access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["id"] }, { foreignKeyName: "shared_door_events_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      sync_receipts: {
        Row: { id: string; controller_id: string; controller_name: string; source_id: string; source_kind: string; organization_id: string | null; label: string; kind: string; generation: number; read_back_at: string | null; attested_by: string | null; tx: string; created_at: string; reason: string | null; removed: string[]; asked_at: string | null; end_user_id: string | null; plate: boolean; suspended_until: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      user_roles: {
        Row: { id: string; user_id: string; role: string; organization_id: string | null; created_at: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "user_roles_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }, { foreignKeyName: "user_roles_user_id_fkey"; columns: ["user_id"]; isOneToOne: true; referencedRelation: "profiles"; referencedColumns: ["id"] }];
      };
      webhook_uses: {
        Row: { controller_id: string; new_used_at: string | null; old_used_at: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "webhook_uses_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: true; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      weekly_code_assignments: {
        Row: { weekly_code_id: string; controller_id: string };
        Insert: { weekly_code_id: string; controller_id: string };
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "weekly_code_assignments_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "weekly_code_assignments_weekly_code_id_fkey"; columns: ["weekly_code_id"]; isOneToOne: false; referencedRelation: "weekly_codes"; referencedColumns: ["id"] }];
      };
      weekly_code_settings: {
        Row: { id: string; controller_id: string; generate: boolean; weeks_ahead: number; cleanup: boolean; created_at: string };
        Insert: { controller_id: string; generate?: boolean; weeks_ahead?: number; cleanup?: boolean };
        Update: { generate?: boolean; weeks_ahead?: number; cleanup?: boolean };
        Relationships: [{ foreignKeyName: "weekly_code_settings_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: true; referencedRelation: "controllers"; referencedColumns: ["id"] }];
      };
      weekly_codes: {
        Row: { id: string; code: string; week_number: number; year: number; valid_from: string; valid_to: string; created_at: string };
        Insert: { id?: string; code: string; week_number: number; year: number; valid_from: string; valid_to: string };
        Update: { code?: string; valid_from?: string; valid_to?: string };
        Relationships: [];
      };
      worker_pause: {
        Row: { id: boolean; paused_at: string; paused_by: string | null; reason: string };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
    };
    Views: {
      access_assignments: {
        Row: { id: string | null; organization_id: string | null; credential_id: string | null; controller_id: string | null; access_point_id: string | null; fits_reader: boolean | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "controller_assignments_controller_id_access_point_id_fkey"; columns: ["controller_id", "access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["controller_id", "id"] }, { foreignKeyName: "controller_assignments_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "controller_assignments_organization_id_credential_id_fkey"; columns: ["organization_id", "credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["organization_id", "id"] }];
      };
      access_rights: {
        Row: { organization_id: string | null; credential_id: string | null; controller_id: string | null; access_point_id: string | null; group_id: string | null; valid_from: string | null; valid_to: string | null; schedule_id: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "access_rights_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["id"] }, { foreignKeyName: "access_rights_schedule_id_declared"; columns: ["schedule_id"]; isOneToOne: false; referencedRelation: "schedules"; referencedColumns: ["id"] }];
      };
      door_log: {
        Row: { id: string | null; occurred_at: string | null; device_time: string | null; received_at: string | null; controller_id: string | null; access_point_id: string | null; organization_id: string | null; kind: string | null; granted: boolean | null; reason: string | null; device_reason: string | null; credential_id: string | null; is_weekly_code: boolean | null; gap_cause: string | null; gap_from: string | null; command_id: string | null; hold_id: string | null; is_shared: boolean | null; search_text: string | null; removed_controller: string | null; removed_door: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "door_log_controller_id_declared"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "door_log_access_point_id_declared"; columns: ["access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["id"] }, { foreignKeyName: "door_log_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["id"] }, { foreignKeyName: "door_log_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "logged_credentials"; referencedColumns: ["id"] }, { foreignKeyName: "door_log_command_id_declared"; columns: ["command_id"]; isOneToOne: false; referencedRelation: "door_commands"; referencedColumns: ["id"] }, { foreignKeyName: "door_log_hold_id_declared"; columns: ["hold_id"]; isOneToOne: false; referencedRelation: "door_holds"; referencedColumns: ["id"] }];
      };
      logged_credentials: {
        Row: { id: string | null; organization_id: string | null; end_user_id: string | null; credential_type: string | null; valid_from: string | null; valid_to: string | null; removed_at: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "logged_credentials_end_user_id_declared"; columns: ["end_user_id"]; isOneToOne: false; referencedRelation: "logged_people"; referencedColumns: ["id"] }];
      };
      logged_people: {
        Row: { id: string | null; organization_id: string | null; first_name: string | null; last_name: string | null; removed_at: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "logged_people_organization_id_declared"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }];
      };
      merged_log: {
        Row: { source: string | null; id: string | null; occurred_at: string | null; device_time: string | null; received_at: string | null; controller_id: string | null; access_point_id: string | null; organization_id: string | null; kind: string | null; granted: boolean | null; reason: string | null; device_reason: string | null; credential_id: string | null; is_weekly_code: boolean | null; gap_cause: string | null; gap_from: string | null; command_id: string | null; hold_id: string | null; is_shared: boolean | null; plate_number: string | null; removed_controller: string | null; removed_door: string | null; macro_executed: boolean | null; opened: boolean | null; duplicate_of: string | null; search_text: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "merged_log_controller_id_declared"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "merged_log_access_point_id_declared"; columns: ["access_point_id"]; isOneToOne: false; referencedRelation: "access_points"; referencedColumns: ["id"] }, { foreignKeyName: "merged_log_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["id"] }, { foreignKeyName: "merged_log_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "logged_credentials"; referencedColumns: ["id"] }, { foreignKeyName: "merged_log_command_id_declared"; columns: ["command_id"]; isOneToOne: false; referencedRelation: "door_commands"; referencedColumns: ["id"] }, { foreignKeyName: "merged_log_hold_id_declared"; columns: ["hold_id"]; isOneToOne: false; referencedRelation: "door_holds"; referencedColumns: ["id"] }];
      };
      passages: {
        Row: { source: string | null; id: string | null; occurred_at: string | null; organization_id: string | null; controller_id: string | null; controller_name: string | null; access_point_id: string | null; access_point_name: string | null; granted: boolean | null; reason: string | null; credential_id: string | null; end_user_id: string | null; first_name: string | null; last_name: string | null; plate_number: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      sync_states: {
        Row: { controller_id: string | null; controller_name: string | null; source_id: string | null; source_kind: string | null; credential_id: string | null; end_user_id: string | null; organization_id: string | null; label: string | null; desired: boolean | null; state: string | null; last_error: string | null; attempts: number | null; next_try_at: string | null; synced_at: string | null; controller_cause: string | null; outdated: string[] | null; suspended_until: string | null };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [{ foreignKeyName: "device_sync_controller_id_fkey"; columns: ["controller_id"]; isOneToOne: false; referencedRelation: "controllers"; referencedColumns: ["id"] }, { foreignKeyName: "device_sync_organization_id_fkey"; columns: ["organization_id"]; isOneToOne: false; referencedRelation: "organizations"; referencedColumns: ["id"] }, { foreignKeyName: "sync_states_credential_id_declared"; columns: ["credential_id"]; isOneToOne: false; referencedRelation: "credentials"; referencedColumns: ["id"] }, { foreignKeyName: "sync_states_end_user_id_declared"; columns: ["end_user_id"]; isOneToOne: false; referencedRelation: "end_users"; referencedColumns: ["id"] }];
      };
    };
    Functions: {
      audit_actors: { Args: never; Returns: ({ id: string | null; name: string | null })[] };
      audit_page: { Args: { actions?: string[] | null; actor?: string | null; organization_id?: string | null; subject_id?: string | null; search?: string | null; since?: string | null; before?: string | null; limit?: number | null; offset?: number | null; after_at?: string | null; after_id?: string | null }; Returns: Json };
      audit_rows: { Args: { id: string | null; limit?: number | null; offset?: number | null }; Returns: Json };
      audit_status: { Args: never; Returns: ({ chained_through: string | null; waiting: number | null; waiting_since: string | null; checked_at: string | null; checked_through: string | null; checked_rows: number | null; unreadable_rows: number | null; findings: number | null })[] };
      controller_states: { Args: never; Returns: ({ controller_id: string | null; name: string | null; device_type: string | null; state: string | null; last_error: string | null; last_contact: string | null; attempts: number | null; next_try_at: string | null; working: boolean | null; last_full_at: string | null; waiting: number | null; workers_paused_at: string | null; unreached: boolean | null })[] };
      door_codes: { Args: { controllers: string[] | null }; Returns: ({ access_point_id: string | null; codes: number | null })[] };
      drift_list: { Args: { p_limit?: number | null; p_offset?: number | null }; Returns: ({ controller_id: string | null; controller_name: string | null; compared_at: string | null; item: Json | null; settled: boolean | null; total: number | null })[] };
      first_steps: { Args: never; Returns: Json };
      log_names: { Args: { words: string[] | null; since?: string | null }; Returns: Json };
      passages_per_hour: { Args: { since: string | null; bucket?: string | null }; Returns: ({ bucket_start: string | null; granted: number | null; denied: number | null })[] };
      plates_to_correct: { Args: never; Returns: ({ credential_id: string | null; plate: string | null; problem: string | null; other_plate: string | null; end_user_id: string | null; first_name: string | null; last_name: string | null; organization_id: string | null; organization_name: string | null })[] };
      record_export: { Args: { list: string | null; filters?: Json | null }; Returns: undefined };
      search_end_users: { Args: { query?: string | null; organization_id?: string | null; credential_type?: string | null; limit?: number | null; offset?: number | null; pin_tokens?: string[] | null; sort?: string | null; descending?: boolean | null; expired?: boolean | null; controller_id?: string | null }; Returns: Json };
      sync_queue: { Args: { p_state?: string | null; p_limit?: number | null; p_offset?: number | null }; Returns: ({ controller_id: string | null; controller_name: string | null; controller_error: string | null; controller_state: string | null; working: boolean | null; source_id: string | null; source_kind: string | null; end_user_id: string | null; organization_name: string | null; label: string | null; desired: boolean | null; state: string | null; last_error: string | null; attempts: number | null; next_try_at: string | null; synced_at: string | null; since: string | null; total: number | null; plate: boolean | null; suspended_until: string | null })[] };
      sync_summary: { Args: { with_synced?: boolean | null }; Returns: ({ synced: number | null; pending: number | null; pending_removal: number | null; failed: number | null; anything: boolean | null; away: number | null; shut: number | null; unreached: number | null; paused: boolean | null })[] };
      where_may: { Args: { end_user_id: string | null; at?: string | null; verdict?: string | null; query?: string | null; after?: string[] | null; limit?: number | null }; Returns: Json };
      who_may_pass: { Args: { access_point_id?: string | null; controller_id?: string | null; at?: string | null; verdict?: string | null; query?: string | null; after?: string[] | null; limit?: number | null }; Returns: Json };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
