import { hash } from '@node-rs/argon2'
import type { BrandAssets } from '#brands/brands'
import { insertPin } from '#server/auth/store'
import type { Database } from '#server/db/pool'
import { openUserAccount } from '#server/ledger/accounts'
import { saveSettings } from '#server/people/person'
import { deriveKeys } from '#server/security/keys'
import { beginSession } from '#server/security/sessions'
import { getFirstLevel } from '#server/users/levels'
import { insertUser } from '#server/users/users'
import { PIN } from './draw-request.ts'
import type { Person } from './town.ts'
import { SECRET } from './wallet.ts'

const NAMES = ['anna', 'boris', 'vera']
const NOT_FOUND = 'vera'

/** Somebody who may open a wallet. */
export const newcomer = (): Person => ({ name: 'galina', phone: '+79120000009', isFound: true, token: '' })
const keys = deriveKeys(SECRET)
// A hash says itself what it costs to compare: this one next to nothing.
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1, secret: keys.key('pin') }

/** Makes the people of a simulation, by the code that makes all, with the accounts that everybody begins with and a PIN. */
export async function makePeople(database: Database, { brand }: BrandAssets, now: Date): Promise<Person[]> {
  const { code: levelCode } = await getFirstLevel(database)
  const pinHash = await hash(PIN, CHEAP)
  const people: Person[] = []
  for (const [place, name] of NAMES.entries()) {
    const phone = `+7912000000${place}`
    const person = { firstName: name, lastName: 'Simulated', email: `${name}@mail.example` }
    const user = { phone, levelCode, isTopupAllowed: true, isWithdrawalAllowed: true, registeredAt: now }
    const id = await insertUser(database, keys, person, user)
    if (!id) throw new Error('The simulation needs an empty database')
    for (const currency of brand.firstAccounts) await openUserAccount(database, { userId: id, currency, now })
    await insertPin(database, id, pinHash, now)
    const isFound = name !== NOT_FOUND
    await saveSettings(database, id, { isFound, takes: undefined })
    people.push({
      name,
      phone,
      isFound,
      token: await beginSession(database, keys, { userId: id, device: 'simulated', now }),
    })
  }
  return people
}
