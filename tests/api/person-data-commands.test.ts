import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser, readMessages, type TestUser, until } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let folder = ''
beforeAll(async () => {
  wallet = await startTestWallet()
  folder = mkdtempSync(join(tmpdir(), 'person-data-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await wallet.expectTrueBooks()
  await wallet.close()
})

const operator = (...words: string[]): Promise<Operated> =>
  operate({ DATABASE_URL: wallet.databaseUrl, WALLET_SECRET: SECRET }, words)

async function idOf({ phone }: TestUser): Promise<string> {
  return /^[0-9a-f-]{36}/m.exec((await operator('users', 'find', phone)).said)?.[0] ?? ''
}

/** The newest changes, as they are listed. */
const changes = async (): Promise<string> => (await operator('changes')).said

describe('the operator takes out what is kept of a person', () => {
  test('as JSON and as PDF, into files that nobody else may read, and it is recorded', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    for (const format of ['json', 'pdf']) {
      const file = join(folder, `anna.${format}`)
      const { code, said } = await operator('users', 'export', `+${anna.phone}`, '--format', format, '--to', file, '--yes')
      expect([code, said]).toEqual([0, expect.stringContaining(`Written: ${file}`)])
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    const data = JSON.parse(readFileSync(join(folder, 'anna.json'), 'utf8')) as { person: unknown; operations: unknown[] }
    expect(data).toMatchObject({ person: { phone: anna.phone, email: 'anna@mail.example' } })
    expect(data.operations).toHaveLength(1)
    const pdf = readFileSync(join(folder, 'anna.pdf'), 'latin1')
    expect([pdf.startsWith('%PDF-'), pdf.includes('/Lang (ru)'), pdf.trimEnd().endsWith('%%EOF')]).toEqual([true, true, true])
    expect(await changes()).toContain('exported')
    expect(await anna.told()).not.toContain('was downloaded')
  })

  test.each([
    [['--format', 'xml', '--to', 'x'], 'There is no format "xml"'],
    [['--format', 'json'], 'Say which file: --to <file>'],
    [['--format', 'json', '--to', '/nowhere/at/all', '--yes'], '/nowhere/at/all cannot be made'],
  ])('not with %s', async (options, complaint) => {
    const anna = await aUser(wallet)
    const { code, complaint: said } = await operator('users', 'export', `+${anna.phone}`, ...options)
    expect([code, said]).toEqual([1, expect.stringContaining(complaint)])
  })

  test('not of nobody, not over a file that is there, and not unless it is wanted', async () => {
    const anna = await aUser(wallet)
    const file = join(folder, 'there.json')
    const exported = (...words: string[]) => operator('users', 'export', ...words, '--format', 'json', '--to', file)
    expect((await exported('+79120000000', '--yes')).complaint).toContain('Nobody has a wallet')
    expect((await exported(`+${anna.phone}`, '--dry-run')).said).toContain('nothing was changed')
    expect((await exported(`+${anna.phone}`, '--yes')).code).toBe(0)
    expect((await exported(`+${anna.phone}`, '--yes')).complaint).toContain('is there already')
  })
})

describe('the operator closes a wallet', () => {
  test('without code and PIN, says why, and its person is told', async () => {
    const anna = await aUser(wallet)
    const id = await idOf(anna)
    const { code, said } = await operator('users', 'close', `+${anna.phone}`, '--reason', 'asked by letter', '--yes')
    expect([code, said]).toEqual([0, expect.stringContaining('closed  no  → yes')])
    expect(await anna.get('/v2/wallet')).toMatchObject({ http: 401 })
    expect(await changes()).toContain('asked by letter')
    await until(async () => (await readMessages(wallet, anna.phone)).some(({ text }) => text.includes('кошелек закрыт')))
    // It is found, shown and exported by its id, and nothing of it is changed.
    expect((await operator('users', 'find', anna.phone)).said).toMatch(/closed$/m)
    expect((await operator('users', 'show', id)).said).toMatch(/^closed +\d{4}-/m)
    const file = join(folder, 'closed.json')
    expect((await operator('users', 'export', id, '--format', 'json', '--to', file, '--yes')).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('"email":""')
    const closed = /^Their wallet was closed on \d{4}-\d\d-\d\d$/
    for (const words of [['freeze'], ['unfreeze'], ['unblock-pin'], ['end-sessions'], ['close', '--reason', 'again']]) {
      const [name = '', ...options] = words
      const note = name.endsWith('freeze') ? ['--note', 'why'] : []
      expect((await operator('users', name, id, ...options, ...note, '--yes')).complaint).toMatch(closed)
    }
    expect((await operator('users', 'show', `+${anna.phone}`)).complaint).toContain('Nobody has a wallet')
  })

  test('not without a reason, and not while something is in the way', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    expect((await operator('users', 'close', `+${anna.phone}`, '--yes')).complaint).toBe('Say why: --reason <text>')
    const { complaint } = await operator('users', 'close', `+${anna.phone}`, '--reason', 'asked', '--yes')
    expect(complaint).toBe('It cannot be closed, in the way: balance 10.00 USD')
    expect(await anna.balance('USD')).toBe('10.00')
  })
})
