-- What the operator has stopped for one person, by the names of feature flags. Top-up and withdrawal have flags of their own, which a level sets.
alter table wallet_user add column stopped_features text[] not null default '{}';
