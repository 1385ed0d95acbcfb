-- When somebody said of a message, by its link, that what it told of wasn't them: the link is worth that once (docs/decisions/019-secure-link.md).
alter table message add column secured_at timestamptz;
