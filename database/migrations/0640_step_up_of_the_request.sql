-- Its successor reads the session itself.
drop function if exists private.require_step_up(uuid);
