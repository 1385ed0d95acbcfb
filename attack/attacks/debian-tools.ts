import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '#survive/programs'
import type { Attack, Row, Scene } from '../attack-test.ts'
import { everyFieldOf, NAMED_CALLS, type NamedCall, requestOf } from '../calls.ts'
import { atOnce } from '../client.ts'
import { besides } from '../others.ts'
import { somePeople } from '../people.ts'

/** The programs that others attack with, where Debian has them. */
export const debianTools: Attack = {
  name: 'debian-tools',
  isQuick: false,
  async run(scene) {
    return [
      await withProgram('sqlmap', scene, injectSql),
      await withProgram('ffuf', scene, findPaths),
      await withProgram('wapiti', scene, scanPage),
      await withProgram('slowhttptest', scene, holdConnections),
    ]
  },
}

async function withProgram(name: string, scene: Scene, attack: (scene: Scene, program: string) => Promise<Row>): Promise<Row> {
  const program = await findProgram(`/usr/bin/${name}`, name).catch(() => undefined)
  if (program === undefined)
    return { attack: name, tries: 0, through: '', bar: '', isMet: false, note: 'not installed: nothing was tried' }
  return await attack(scene, program)
}

/** Runs a program for so many seconds at most, in a folder, and gives what it wrote, and whether it had not come to its end. */
async function runFor(
  program: string,
  words: readonly string[],
  { seconds, folder }: { seconds: number; folder: string },
): Promise<{ said: string; isCut: boolean }> {
  const child = spawn(program, words, { cwd: folder, env: { ...process.env, HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let isCut = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString()
    })
  const timer = setTimeout(() => {
    isCut = true
    child.kill('SIGINT')
  }, seconds * 1000)
  const last = setTimeout(() => child.kill('SIGKILL'), (seconds + 10) * 1000)
  await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  clearTimeout(timer)
  clearTimeout(last)
  return { said, isCut }
}

function folderOf({ target }: Scene, name: string): string {
  const folder = join(target.folder, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

const SQL_SECONDS = 400
// Most calls take five; the share of those that take longer is what the others have left.
const SQL_CALL_SECONDS_MIN = 120
const SQL_WORDS = [
  '--batch',
  '--ignore-stdin',
  '--level=3',
  '--risk=2',
  '--dbms=PostgreSQL',
  '--technique=BEUS',
  '--disable-coloring',
  '--flush-session',
  '--ignore-code=*',
]
// No ids of anybody's: what they are is tried elsewhere.
const GIVEN = {
  from_account_id: 'a',
  to_account_id: 'b',
  rate_id: 'c',
  account_id: 'd',
  order: 'e',
  session_id: 'f',
  passkey_id: 'g',
}
// They end the session that the others need, or make large files.
const NOT_FOR_SQL = new Set(['logout', 'endSessions', 'freeze', 'closeWallet', 'register', 'personDataPdf', 'personData'])

/** Every field of every call, as requests in files, two programs at once, for as long as there is. */
async function injectSql(scene: Scene, program: string): Promise<Row> {
  const { target } = scene
  const folder = folderOf(scene, 'sqlmap')
  const [anna] = await somePeople(target, 1, '10.00 USD')
  const calls = NAMED_CALLS.filter(({ fields, name }) => fields.length > 0 && !NOT_FOR_SQL.has(name))
  const until = performance.now() + SQL_SECONDS * 1000
  const found: string[] = []
  let begun = 0
  let cut = 0
  let tested = 0
  const untested: string[] = []
  await atOnce(calls.length, 2, async (place) => {
    const named = calls[place]
    if (!named) return
    const seconds = (2 * (until - performance.now())) / 1000 / (calls.length - begun)
    begun += 1
    const file = join(folder, `${named.name}.txt`)
    writeFileSync(file, requestFile(named, target.side.url, anna?.token ?? ''))
    const words = ['-r', file, ...SQL_WORDS, `--output-dir=${join(folder, named.name)}`]
    const { said, isCut } = await runFor(program, words, { seconds: Math.max(SQL_CALL_SECONDS_MIN, seconds), folder })
    if (isCut) cut += 1
    // It says `testing connection` also where it gives up after that.
    if (/testing '.+'/.test(said)) tested += 1
    else untested.push(named.name)
    if (/is vulnerable|Parameter: .+\n\s+Type:/.test(said)) found.push(named.name)
  })
  return {
    attack: 'sqlmap, level 3 and risk 2, on the fields of the contract',
    tries: tested,
    through: `${found.length} calls`,
    bar: '0 injectable',
    isMet: found.length === 0 && tested === calls.length,
    note: `of ${begun} calls ${cut} not to the end of all tests${untested.length > 0 ? `, none of ${untested.join(', ')}` : ''}${found.length > 0 ? `: ${found.join(', ')}` : ''}`,
  }
}

/** A request as sqlmap reads it. */
function requestFile(named: NamedCall, url: string, token: string): string {
  const { path, asked } = requestOf(named, everyFieldOf(named, GIVEN))
  const head = [
    `${asked.method} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Token ${token}`,
    'Content-Type: application/json',
  ]
  return `${head.join('\r\n')}\r\n\r\n${asked.body === undefined ? '' : JSON.stringify(asked.body)}`
}

const STEMS =
  '.git/HEAD .git/config .env .svn/entries backup dump config server admin metrics env debug wallet db index main app secrets settings id_rsa package docker-compose swagger openapi actuator console health status test old private keys'
const ENDS = ' .js .ts .map .js.map .json .yml .yaml .sql .zip .tar.gz .bak .old ~ .env .log .txt .php /'

async function findPaths(scene: Scene, program: string): Promise<Row> {
  const { target } = scene
  const folder = folderOf(scene, 'ffuf')
  const words = join(folder, 'words.txt')
  const [stems, ends] = [STEMS.split(' '), ENDS.split(' ')]
  writeFileSync(words, stems.flatMap((stem) => ends.map((end) => `${stem}${end}`)).join('\n'))
  const result = join(folder, 'found.json')
  const page = await (await fetch(`${target.side.url}/`)).text().catch(() => '')
  await runFor(
    program,
    [
      '-u',
      `${target.side.url}/FUZZ`,
      '-w',
      words,
      '-mc',
      '200-299,401,403,500-599',
      '-o',
      result,
      '-of',
      'json',
      '-t',
      '10',
      '-s',
    ],
    { seconds: 60, folder },
  )
  const text = existsSync(result) ? readFileSync(result, 'utf8') : '{"results":[]}'
  const { results }: { results: { url: string; status: number; length: number }[] } = JSON.parse(text)
  const found = results.filter(({ length }) => length !== page.length)
  return {
    attack: 'ffuf, on paths where other programs leave things',
    tries: stems.length * ends.length,
    through: `${found.length} found`,
    bar: '0 found',
    isMet: existsSync(result) && found.length === 0,
    note: found
      .slice(0, 5)
      .map(({ url, status }) => `${new URL(url).pathname} ${status}`)
      .join(', '),
  }
}

// No browser knows it any more, and in those that did it opened holes: OWASP has it left out.
const NO_FAULT = 'X-XSS-Protection'

async function scanPage(scene: Scene, program: string): Promise<Row> {
  const { target } = scene
  const folder = folderOf(scene, 'wapiti')
  const result = join(folder, 'report.json')
  rmSync(result, { force: true })
  const words = [
    '-u',
    `${target.wallet.url}/`,
    '-f',
    'json',
    '-o',
    result,
    '--flush-session',
    '--store-session',
    folder,
    '--max-scan-time',
    '80',
    '-S',
    'normal',
    '--no-bugreport',
    '-v',
    '0',
    '--color',
  ]
  const { said } = await runFor(program, words, { seconds: 100, folder })
  if (!existsSync(result))
    return { attack: 'wapiti, on the page', tries: 0, through: '', bar: '', isMet: false, note: said.slice(-200) }
  const { vulnerabilities }: { vulnerabilities: Record<string, { path: string; level: number; info: string }[]> } = JSON.parse(
    readFileSync(result, 'utf8'),
  )
  const all = Object.entries(vulnerabilities).flatMap(([kind, each]) => each.map(({ info }) => `${kind}: ${info}`))
  const found = all.filter((each) => !each.includes(NO_FAULT))
  return {
    attack: 'wapiti, on the page',
    tries: Object.keys(vulnerabilities).length,
    through: `${found.length} found`,
    bar: '0 found',
    isMet: found.length === 0,
    note: [...new Set(found), all.length > found.length ? `${NO_FAULT} is not set, on purpose` : '']
      .filter(Boolean)
      .slice(0, 5)
      .join('; '),
  }
}

async function holdConnections(scene: Scene, program: string): Promise<Row> {
  const { target } = scene
  const folder = folderOf(scene, 'slowhttptest')
  let said = ''
  const { others } = await besides(scene, async () => {
    for (const kind of ['-H', '-B', '-X']) {
      const words = [
        '-c',
        '1000',
        kind,
        '-r',
        '200',
        '-i',
        '5',
        '-l',
        '15',
        '-u',
        `${target.wallet.url}/v2/wallet/config`,
        '-p',
        '3',
      ]
      said += (await runFor(program, words, { seconds: 30, folder })).said
    }
  })
  const isAway = /service available:\D*NO/i.test(said)
  return {
    attack: 'slowhttptest: 1000 connections each, slow heads, slow bodies, slow reads, of 15 s; others meanwhile',
    tries: 3000,
    through: `p99 ${others.p99.toFixed(0)} ms`,
    bar: 'p99 < 500 ms, no failure',
    isMet: others.p99 < 500 && others.failed === 0,
    note: `${others.count} calls of others, ${others.failed} failed; to the attacker's own address the wallet was ${isAway ? 'away, as it should be' : 'there'}`,
  }
}
