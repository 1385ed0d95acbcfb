import { clientOf, done, type Passkey, type Person, PIN, type World } from './client.ts'

/** Adds a passkey and signs in by it. */
export async function addPasskey(world: World, { client }: Person): Promise<Passkey> {
  const passkey = world.hands.makePasskey()
  const { options } = done(await client.POST('/v2/wallet/passkeys/start', { body: { pin: PIN } }))
  const added = { passkey_name: 'Phone', credential: passkey.create(options) }
  done(await client.POST('/v2/wallet/passkeys/add', { body: added }))
  const open = clientOf(world)
  const asked = done(await open.POST('/v2/wallet/passkeys/sign_in/start'))
  const credential = passkey.get(asked.options)
  done(await open.POST('/v2/wallet/passkeys/sign_in', { body: { credential } }))
  return passkey
}

/** Freezes the wallet, and unfreezes it by the passkey. */
export async function unfreezeByPasskey({ client }: Person, passkey: Passkey): Promise<void> {
  done(await client.POST('/v2/wallet/auth/freeze'))
  const { options } = done(await client.POST('/v2/wallet/passkeys/unfreeze/start'))
  const body = { passkey: passkey.get(options), new_pin_code: PIN }
  done(await client.POST('/v2/wallet/auth/unfreeze', { body }))
}

/** Renames the passkey and removes it; returns the names that were listed before, and after. */
export async function removePasskey({ client }: Person): Promise<readonly string[]> {
  const listed = async () => done(await client.GET('/v2/wallet/passkeys')).results
  const [first] = await listed()
  if (!first) throw new Error('There is no passkey')
  const named = { passkey_id: first.id, passkey_name: 'The blue phone' }
  done(await client.POST('/v2/wallet/passkeys/rename', { body: named }))
  const names = (await listed()).map(({ passkey_name }) => passkey_name)
  done(await client.POST('/v2/wallet/passkeys/remove', { body: { passkey_id: first.id, pin: PIN } }))
  return [...names, ...(await listed()).map(({ passkey_name }) => passkey_name)]
}
