-- Who has frozen a person: the operator, or they themselves. Of what a version before this one freezes it is null, and the operator's.
alter table wallet_user add column frozen_by text constraint wallet_user_frozen_by_check check (frozen_by in ('operator', 'owner'));
