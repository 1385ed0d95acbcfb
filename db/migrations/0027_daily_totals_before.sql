-- Whatever the totals lack, in one statement and so by one snapshot: what is posted meanwhile adds itself on top, and nobody waits but for
-- the moment in which its total is written. The latest day comes last.
set local enable_seqscan = on;
set local enable_nestloop = off;
set local work_mem = '64MB';

insert into daily_total as known (day, account_id, kind, state, is_out, amount_minor, legs)
select day, account_id, kind, state, is_out, sum(amount_minor), sum(legs)
from (
  select (operation_leg.created_at at time zone 'UTC')::date as day, account_id, kind, state, amount_minor <= 0 as is_out, amount_minor, 1 as legs
  from operation_leg
  join operation on operation.id = operation_leg.operation_id
  union all
  select day, account_id, kind, state, is_out, -amount_minor, -legs
  from daily_total
) as lacking
group by 1, 2, 3, 4, 5
having sum(amount_minor) <> 0 or sum(legs) <> 0
order by 1, 2, 3, 4, 5
on conflict (account_id, day, kind, state, is_out) do update
  set amount_minor = known.amount_minor + excluded.amount_minor, legs = known.legs + excluded.legs;
