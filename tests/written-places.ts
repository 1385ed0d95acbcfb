import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Places } from './canaries.ts'
import type { TestWallet } from './test-wallet.ts'

/** A line of a table, as a trigger has taken it down. */
interface SeenRow {
  readonly place: string
  readonly row: Readonly<Record<string, unknown>>
}

type Run = (text: string) => Promise<unknown>

const runIn =
  ({ database }: TestWallet): Run =>
  (statement) =>
    database.withClient((client) => client.query(statement))

/** Has the database take down every row of every table as it is written: also what is changed or deleted a moment later. */
export async function watchRows(wallet: TestWallet): Promise<void> {
  const run = runIn(wallet)
  await run(`create schema seen;
    create table seen.row (place text, row jsonb);
    create function seen.note() returns trigger language plpgsql as $$
    begin
      insert into seen.row values (tg_table_schema || '.' || tg_table_name, to_jsonb(new));
      return null;
    end $$`)
  await run(`do $$ declare name regclass; begin
    for name in select oid from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'sandbox')
    loop execute format('create trigger seen after insert or update on %s for each row execute function seen.note()', name); end loop;
    end $$`)
}

/** Takes down what was written to tables since `watchRows`: by table and column, the vendors' tables as `sandbox.…`. */
export async function noteRows(wallet: TestWallet, places: Places): Promise<void> {
  const rows = await wallet.database.list<SeenRow>({ name: 'test.seen_rows', text: 'select place, row from seen.row' })
  for (const { place, row } of rows)
    for (const [column, value] of Object.entries(row)) places.noteAll(`${place.replace(/^public\./, '')}.${column}`, value)
}

/** Takes down every answer of the API to this process, from now on, until what it gives is called. */
export function noteAnswers({ url }: TestWallet, places: Places): () => void {
  const { fetch } = globalThis
  globalThis.fetch = async (asked, options) => {
    const answer = await fetch(asked, options)
    const address = String(asked instanceof Request ? asked.url : asked)
    if (!address.startsWith(`${url}/v2/`)) return answer
    const place = answer.ok ? `answer ${new URL(address).pathname.replace('/v2/wallet', '')}` : 'refusal'
    const body = await answer.clone().text()
    places.noteAll(place, readJson(body) ?? body)
    places.noteAll(place, Object.fromEntries(answer.headers))
    return answer
  }
  return () => {
    globalThis.fetch = fetch
  }
}

/** Takes down a log, line by line. */
export function noteLog(log: string, places: Places): void {
  for (const line of log.split('\n')) if (line !== '') places.noteAll('log', readJson(line) ?? line)
}

/** Takes down the metrics: names and labels, the numbers of which say nothing of anybody. */
export async function noteMetrics({ monitoringUrl }: TestWallet, places: Places): Promise<void> {
  const lines = (await (await fetch(`${monitoringUrl}/metrics`)).text()).split('\n')
  for (const line of lines) places.note('metrics', line.startsWith('#') ? line : line.replace(/ \S+$/, ''))
}

/** Opens a collector of traces, which takes down all that it is sent; its address is for OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function openCollector(places: Places): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    places.noteAll('traces', readJson(await text(request)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Does something while a table takes no row, for a fault of ours: PostgreSQL's error quotes the row that it has refused. */
export async function whileTableIsBroken(wallet: TestWallet, table: string, work: () => Promise<void>): Promise<void> {
  const run = runIn(wallet)
  await run(`alter table ${table} add constraint broken check (false) not valid`)
  await work()
  await run(`alter table ${table} drop constraint broken`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
