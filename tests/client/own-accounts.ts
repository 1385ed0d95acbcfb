import { accountsOf, done, type Person } from './client.ts'

/** Names the last account and gives it a colour, puts it first, asks where it is paid to, hides it; returns what its list says of it before it is hidden, and after. */
export async function makeAccountsOwn(person: Person): Promise<readonly unknown[]> {
  const account_id = (await accountsOf(person)).at(-1)?.id ?? ''
  const look = { account_id, own_name: 'Holidays', color: 'teal' } as const
  done(await person.client.POST('/v2/wallet/accounts/save', { body: look }))
  done(await person.client.POST('/v2/wallet/accounts/order', { body: { account_ids: [account_id] } }))
  done(await person.client.GET('/v2/wallet/accounts/requisites', { params: { query: { account_id } } }))
  const [first] = await accountsOf(person)
  done(await person.client.POST('/v2/wallet/accounts/save', { body: { account_id, is_hidden: true } }))
  const last = (await accountsOf(person)).at(-1)
  done(await person.client.POST('/v2/wallet/accounts/save', { body: { account_id, is_hidden: false } }))
  return [first?.own_name, first?.color, last?.id === account_id && last.is_hidden]
}
