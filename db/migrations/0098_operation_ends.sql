-- What ended a day ago is asked about once more, however long it was open: it is found by its end, as what was begun is by its beginning
-- (0022).
create index operation_by_end on operation using brin (ended_at) with (pages_per_range = 16, autosummarize = on);
