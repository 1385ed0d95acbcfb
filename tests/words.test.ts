import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The name of something that is declared: a type, a variable, a function, a field of an interface or a parameter. */
const declared = (...names: string[]): RegExp =>
  new RegExp(
    `\\b(?:interface|type|class|enum|const|let|function\\*?|readonly) (?:${names.join('|')})\\b|[(,{] *(?:${names.join('|')})\\??: `,
  )

// Elsewhere they are words like any other.
const BOOKS = /^(?:server\/(?:db|http|idempotency|ledger|live|worker)|db|contract)\//

/** Words that something had before it got its name in the field's language, each with the name that it has now. */
const OLD_WORDS: readonly { readonly old: RegExp; readonly now: string; readonly folders?: RegExp }[] = [
  { old: /\bonce\.(?:name|answered)\b|\b(?:type|interface|class) Once\b|: Once\b/, now: 'idempotency key' },
  { old: /\b[Jj]udg(?:e|es|ed|ing|ement|ements)\b/, now: 'decide, of a batch', folders: BOOKS },
  { old: declared('Book', 'Judgement', 'House', 'Chore', 'Asked', 'Answerer', 'Told'), now: 'what the type holds' },
  { old: /\b[Hh]ouse[ _-]accounts?\b|\b(?:open|is)House\b|\bhouse_/, now: 'system account' },
  { old: declared('turns', 'gather', 'due'), now: 'rounds, batches, scheduled', folders: BOOKS },
  { old: /\b[Cc]hores?\b/, now: 'job' },
  { old: /operator\/stored['.]/, now: 'operator/stored-operator-settings' },
  { old: /\b(?:un)?seals?\b|\bSeals?\b|\bsealed_at\b/, now: 'checkpoint', folders: BOOKS },
  { old: /\bexport (?:async )?(?:function\*?|const) (?:take|forget)\b/, now: 'a verb with its object' },
  { old: /\buseLinger\b|\bforgoStacks\b/, now: 'useMinimumShown, forgoStackTraces' },
  // Numbers of threats, decisions and screens in lists that are not kept here.
  { old: /(?<![-\w}:.%])[TDSU][0-9]{1,3}(?![\w:%])/, now: 'the file that says it' },
]

/** Where history is told, or where a migration has landed that is never edited. */
const HISTORY: ReadonlySet<string> = new Set([
  'db/migrations/0002_ledger.sql',
  'db/migrations/0008_words.sql',
  'docs/decisions/001-posting.md',
  'docs/decisions/008-operations-with-legs.md',
  'tests/words.test.ts',
])

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
const written = files.filter((file) => /\.(?:ts|tsx|mjs|js|sql|md|css|ya?ml|sh|cfg)$|\.npmrc$|Dockerfile$/.test(file))
const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n')

/** Every line of the files that a pattern matches. */
function linesWith(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((file) =>
    linesOf(file).flatMap((line, place) => (pattern.test(line) ? [`${file}:${place + 1} ${line.trim().slice(0, 120)}`] : [])),
  )
}

test.each(OLD_WORDS)('no file says $old, now: $now', ({ old, folders = /^/ }) => {
  expect(written.length).toBeGreaterThan(1000)
  expect(
    linesWith(
      old,
      written.filter((file) => folders.test(file) && !HISTORY.has(file)),
    ),
  ).toEqual([])
})

test('an old word is found where it stands, and no other', () => {
  const text = (line: string): number[] => OLD_WORDS.flatMap(({ old }, place) => (old.test(line) ? [place] : []))
  expect(text('const told = once.name')).toEqual([0])
  expect(text('// The batch is judged here.')).toEqual([1])
  expect(text('export interface Asked {')).toEqual([2])
  expect(text('from a house account')).toEqual([3])
  expect(text('function wait(turns: number) {')).toEqual([4])
  expect(text('// See T12 of the list.')).toEqual([10])
  const fine = 'Once a message is due, sealed, it turns up: 2026-11-20T14:05 { message: "Book", icon: House }, R12, P13'
  expect(text(fine)).toEqual([])
})

/** The files that a comment or a document names, `server/app/app.ts`; of a document every one, of code those in comments. */
function citedBy(file: string, line: string): string[] {
  const said = file.endsWith('.md') ? line : (/^\s*(?:\/\/|\*|\/\*|--|#)(.*)/.exec(line)?.[1] ?? '')
  return said.match(/[\w@./-]+\.(?:md|tsx?|mjs|sql)\b/g) ?? []
}

// Paths of an example, of a machine that the wallet is put on, and of a language that the guide adds.
const NO_CITATIONS = new Set(['./x.ts', './folder/x.ts', '/srv/wallet/deploy/database.sql', 'texts/es.ts', '/texts.es.ts'])

// A migration is never changed: these two files have moved to server/app and server/settings since they were named.
const NAMED_BY_MIGRATIONS = new Set(['server/jobs.ts', 'server/secret.ts'])

function isMoved(file: string, cited: string): boolean {
  return file.startsWith('db/migrations/') && NAMED_BY_MIGRATIONS.has(cited)
}

test('every file that a comment or a document names is in the repository', () => {
  const tails = new Set(files.flatMap((file) => file.split('/').map((_part, place, parts) => parts.slice(place).join('/'))))
  const missing = written.flatMap((file) =>
    linesOf(file).flatMap((line, place) =>
      citedBy(file, line)
        .filter(
          (cited) => !isMoved(file, cited) && !NO_CITATIONS.has(cited) && !tails.has(cited.replace(/^(?:\.{0,2}\/|#)+/, '')),
        )
        .map((cited) => `${file}:${place + 1} ${cited}`),
    ),
  )
  expect(missing).toEqual([])
})

test('a file that is named in a comment or a document is read, and one that is imported is not', () => {
  expect(citedBy('server/app/app.ts', '  // As in http/answer.ts, and ux.md.')).toEqual(['http/answer.ts', 'ux.md'])
  expect(citedBy('server/app/app.ts', "import { app } from './app.ts'")).toEqual([])
  expect(citedBy('docs/map.md', 'kept in `server/app/app.ts`')).toEqual(['server/app/app.ts'])
})
