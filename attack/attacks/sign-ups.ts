import { freshPhone } from '#tests/builders'
import { solveProof } from '#tests/proof-of-work'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import type { Client, Reply } from '../client.ts'
import { AUTH, newestCodes, PERSON } from '../people.ts'

/** A stranger enters details of their own for a number whose sign-up waits for its code. */
export const signUps: Attack = {
  name: 'sign-ups',
  isQuick: true,
  async run(scene) {
    return [await overwrite(scene)]
  },
}

const MALLORY = { first_name: 'Mallory', last_name: 'Thief', email: 'mallory@thief.example' }

type Move = (round: Round) => Promise<unknown>

/** What the stranger does between the owner's sign-up and the owner's code. */
const MOVES: readonly (readonly [string, Move])[] = [
  ['signs up with the same number', (round) => round.stranger()],
  ['does so from ten addresses at once', (round) => Promise.all(Array.from({ length: 10 }, () => round.stranger()))],
  [
    'signs up, and has a code sent again',
    async (round) => {
      await round.stranger()
      await round.passMinute()
      await round.stranger('/send_code')
    },
  ],
  [
    'signs up after the owner had the code sent again',
    async (round) => {
      await round.passMinute()
      await round.resend()
      await round.stranger()
    },
  ],
  [
    'signs up, and the owner has the code sent again',
    async (round) => {
      await round.stranger()
      await round.passMinute()
      await round.resend()
    },
  ],
  [
    'has signed up before the owner',
    async (round) => {
      await round.stranger()
      await round.passMinute()
      await round.signUp()
    },
  ],
]

interface Round {
  /** Has the stranger sign up with the owner's number, from an address of their own. */
  stranger(path?: '/register' | '/send_code'): Promise<Reply>
  /** The owner signs up, again if need be, and reads the code. */
  signUp(): Promise<void>
  /** The owner has the code sent again, and reads it. */
  resend(): Promise<void>
  /** The least time between two codes is over. */
  passMinute(): Promise<void>
}

async function worked(client: Client, path: string, body: object): Promise<Reply> {
  const first = await client.ask(path, { body })
  if (first.body.code !== 'proof_required') return first
  return client.ask(path, { body: { ...body, proof: await solveProof(String(first.body.challenge)) } })
}

async function overwrite(scene: Scene): Promise<Row> {
  const { target, isQuick } = scene
  const rounds = isQuick ? 2 : 8
  const taken: string[] = []
  const refused: string[] = []
  let strangers = 0
  for (const [name, move] of MOVES) {
    for (let time = 0; time < rounds; time += 1) {
      const { outcome, heard } = await playRound(scene, move)
      strangers += heard
      if (outcome === 'stranger') taken.push(name)
      if (outcome === 'refused') refused.push(name)
    }
    await target.forget()
  }
  const row = counted('a stranger enters a name and an e-mail for a number that waits for its code; the owner gives the code', {
    tries: MOVES.length * rounds,
    through: taken.length,
    bar: '0 wallets in the stranger’s name, and every owner gets theirs',
    note: [`${strangers} sign-ups of strangers were heard`, ...new Set([...taken, ...refused])].join('; '),
  })
  return { ...row, isMet: row.isMet && refused.length === 0 && strangers > 0 }
}

type Outcome = 'owner' | 'stranger' | 'refused'

async function playRound({ target }: Scene, move: Move): Promise<{ readonly outcome: Outcome; readonly heard: number }> {
  const phone = freshPhone()
  const owner = target.stranger()
  let code = ''
  let heard = 0
  const read = async (): Promise<void> => {
    code = (await newestCodes(target, [phone])).get(phone) ?? ''
  }
  const round: Round = {
    async stranger(path = '/register') {
      const client = target.stranger()
      const reply = await worked(client, `${AUTH}${path}`, path === '/register' ? { ...MALLORY, phone } : { phone })
      client.close()
      if (reply.status === 200) heard += 1
      return reply
    },
    async signUp() {
      await worked(owner, `${AUTH}/register`, { ...PERSON, phone })
      await read()
    },
    async resend() {
      await worked(owner, `${AUTH}/send_code`, { phone })
      await read()
    },
    async passMinute() {
      await target.admin.query("delete from attempt where scope = 'code_gap'")
    },
  }
  await round.signUp()
  await round.passMinute()
  await move(round)
  const confirmed = await worked(owner, `${AUTH}/register/phone/confirm`, { phone, confirm_code: code })
  const info = await owner.ask(`${AUTH}/info`, { method: 'GET', token: String(confirmed.body.auth_token ?? '') })
  owner.close()
  const isOwners = info.body.first_name === PERSON.first_name && info.body.email === PERSON.email
  return { outcome: confirmed.status !== 200 ? 'refused' : isOwners ? 'owner' : 'stranger', heard }
}
