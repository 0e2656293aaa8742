-- No portal role reads the weekly code of an event, so no embed can follow it.
comment on table public.door_events is
$$@relation door_events_credential_id_fkey: credential_id -> credentials(id)
@relation credential_id -> logged_credentials(id)$$;
