import type { TestUser } from './builders.ts'

/** Opens the card field for a person and returns the address of its page. */
export async function openCardField(user: TestUser): Promise<string> {
  const { url, message } = await user.post('/v2/wallet/withdrawal/card-field')
  if (typeof url !== 'string') throw new Error(message)
  return url
}

/** Sends a number as the page of the card field does; returns the HTTP status, and the token of a number that was taken. */
export async function sendNumber(field: string, number: string): Promise<{ status: number; token: string }> {
  const response = await fetch(`${field}/cards`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number }),
  })
  const { token = '' } = (await response.json()) as { token?: string }
  return { status: response.status, token }
}

/** Types a card into a field of one's own; returns its token. */
export async function typeCard(user: TestUser, number: string): Promise<string> {
  const { status, token } = await sendNumber(await openCardField(user), number)
  if (status !== 201) throw new Error(`The card field answered ${status}`)
  return token
}
