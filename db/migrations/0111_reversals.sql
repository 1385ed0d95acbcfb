-- What corrects an operation names it (kind reversal, details.reverses); there is one at most of each.
create unique index operation_reverses on operation ((details ->> 'reverses')) where kind = 'reversal';
