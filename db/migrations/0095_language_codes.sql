-- A language is kept by its code (BCP 47), whichever there are: texts/languages.ts knows them, and one that is added needs no migration.
-- Not looked for in what is there: it was stricter before.
alter table message drop constraint message_language_check,
  add constraint message_language_check check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$') not valid;
alter table push_subscription drop constraint push_subscription_language_check,
  add constraint push_subscription_language_check check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$') not valid;
alter table operator_text drop constraint operator_text_language_check,
  add constraint operator_text_language_check check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$') not valid;
alter table wallet_user drop constraint wallet_user_language_check,
  add constraint wallet_user_language_check check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$') not valid;
