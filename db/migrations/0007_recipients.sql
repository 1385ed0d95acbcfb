-- What the payout provider's vault calls the number by: the same for the same number, so that a card typed twice is one recipient and
-- two cards that are masked alike are two. Opaque to us and never made from the number here; null where the provider has none.
alter table withdrawal add column fingerprint text;
