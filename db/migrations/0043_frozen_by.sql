-- Since when a wallet is frozen by its owner, and by the operator: each ends their own, and is_frozen says whether there is either. What a
-- version before this one freezes has neither, and is the operator's.
alter table wallet_user add column frozen_by_owner_at timestamptz;
alter table wallet_user add column frozen_by_operator_at timestamptz;
