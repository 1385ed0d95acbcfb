import createClient, { type Client as OpenApiClient } from 'openapi-fetch'
import type { components, paths } from './wallet-api.ts'

export type Client = OpenApiClient<paths>
export type Account = components['schemas']['WalletAnswer']['results'][number]['accounts'][number]

/** A passkey of a person's: answers what a browser is asked, both as JSON. */
export interface Passkey {
  create(options: string): string
  get(options: string): string
}

/** What people do with their own hands: they read messages, go to the pages they are led to, and wait. */
export interface Hands {
  readCode(phone: string): Promise<string>
  /** The code in the newest e-mail that has one. */
  readMail(email: string): Promise<string>
  /** What follows the # in a link that was sent to a phone. */
  readLink(phone: string): Promise<string>
  pay(url: string): Promise<void>
  identify(url: string): Promise<void>
  /** Types a card into the provider's field; the token that its page tells. */
  typeCard(url: string): Promise<string>
  makePasskey(): Passkey
  /** Does the work that a refusal asks for. */
  work(challenge: string): Promise<string>
  subscribe(publicKey: string): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }>
  /** A seller's code for so many dollars. */
  readSellersCode(amount: string): Promise<string>
  wait(seconds: number): void
}

/** Where the wallet is, whose hands are at it, and every call that has answered so far: `GET /v2/wallet`. */
export interface World {
  readonly baseUrl: string
  readonly hands: Hands
  readonly called: Set<string>
}

/** Somebody who is signed in. */
export interface Person {
  readonly client: Client
  readonly phone: string
}

export const PIN = '4815'

/** A client for whoever has the token, or for strangers; every call that answers is noted. */
export function clientOf({ baseUrl, called }: World, token?: string): Client {
  const client = createClient<paths>({ baseUrl, ...(token && { headers: { authorization: `Token ${token}` } }) })
  client.use({
    onResponse({ request, schemaPath, response }) {
      if (response.ok) called.add(`${request.method} ${schemaPath}`)
    },
  })
  return client
}

/** What a call answered; throws what it was refused for. */
export function done<Answer>({ data, error }: { data?: Answer; error?: { code: string; message: string } }): Answer {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.message}` : 'There is no answer')
  return data
}

/** An optional Idempotency-Key, as every call that takes one is given it. */
export function keyed(key: string): { header: { 'Idempotency-Key': string } } {
  return { header: { 'Idempotency-Key': key } }
}

/** The accounts of a person. */
export async function accountsOf({ client }: Person): Promise<readonly Account[]> {
  return done(await client.GET('/v2/wallet')).results[0]?.accounts ?? []
}

/** The account of a person in a currency. */
export async function accountOf(person: Person, currency: string): Promise<Account> {
  const found = (await accountsOf(person)).find(({ currency_code }) => currency_code === currency)
  if (!found) throw new Error(`There is no account in ${currency}`)
  return found
}
