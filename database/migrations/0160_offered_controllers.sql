-- A proposal is free to save at the controllers it was made for (functions/pin-attempts.sql). Proposals made before name none, and
-- are paid for like any typed PIN during their hour.
alter table private.pin_offers add column controllers uuid[] not null default '{}';
