-- The usual word for it. Changes recorded before keep theirs in operator_change.area: the table is append-only.
alter table feature_switch rename to feature_flag;
alter table feature_flag rename constraint feature_switch_pkey to feature_flag_pkey;
alter table feature_flag rename constraint feature_switch_until_is_of_off to feature_flag_until_is_of_off;
