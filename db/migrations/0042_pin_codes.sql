-- What a code can be for besides: a PIN that was forgotten.
alter table phone_code drop constraint phone_code_purpose_check;
alter table phone_code add constraint phone_code_purpose_check
  check (purpose in ('register', 'login', 'pin', 'unfreeze', 'register_decoy', 'login_decoy'));
