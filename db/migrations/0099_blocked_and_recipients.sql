-- Whom somebody has paid by a code, and who is not found by their number, is known to them by the wallet from now on: they were not told the
-- number (docs/decisions/029-requests.md), but a name that was given to it stood beside the wallet.
update recipient set recipient_key = p2p.recipient_id::text
from p2p
where p2p.operation_id = recipient.operation_id and provider = '' and is_by_code and recipient_key = p2p.phone
  and not exists (select from wallet_user where wallet_user.id = p2p.recipient_id and found_by_phone);

-- What was asked of somebody is asked of their number once they close their wallet.
create index p2p_request_asked on p2p_request (payer_id) where state = 'open' and payer_id is not null;

-- People are unblocked by it: it says nothing of their wallets.
alter table p2p_block add column id uuid not null unique default gen_random_uuid();
