-- Until when a person exchanges nothing: after what somebody does who has no PIN, or until the operator ends it.
alter table wallet_user add column exchange_stopped_until timestamptz;
