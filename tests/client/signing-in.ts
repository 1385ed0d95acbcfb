import { clientOf, done, keyed, type Person, PIN, type World } from './client.ts'

/** Opens a wallet: with all that the brand asks for, a phone that is confirmed, and a PIN. */
export async function signUp(world: World, phone: string): Promise<Person> {
  const open = clientOf(world)
  const { registration } = done(await open.GET('/v2/wallet/config'))
  const person = { first_name: 'Anna', last_name: 'Smith', phone, email: `${phone}@mail.example` }
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  const consents = registration.consents.map(({ id }) => id)
  done(
    await open.POST('/v2/wallet/auth/register', {
      body: { ...person, consents, ...(registration.fields.length > 0 && address) },
    }),
  )
  const confirm_code = await world.hands.readCode(phone)
  const { auth_token } = done(await open.POST('/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } }))
  const client = clientOf(world, auth_token)
  done(await client.POST('/v2/wallet/auth/register/set/pin', { body: { pin_code: PIN } }))
  done(await client.POST('/v2/wallet/auth/consents', { body: { consents } }))
  return { client, phone }
}

/** Signs somebody in once more, as on another device, by the code of an SMS. */
async function signIn(world: World, phone: string): Promise<Person> {
  const open = clientOf(world)
  world.hands.wait(61)
  done(await open.POST('/v2/wallet/auth/send_code', { body: { phone } }))
  const confirm_code = await world.hands.readCode(phone)
  const { auth_token } = done(await open.POST('/v2/wallet/auth/login', { body: { phone, confirm_code } }))
  return { client: clientOf(world, auth_token), phone }
}

/** Reads who one is, where one is signed in, and ends what is elsewhere; returns how many sessions there were, and are. */
export async function lookAfterDevices(world: World, person: Person): Promise<readonly number[]> {
  const { client } = person
  const elsewhere = await signIn(world, person.phone)
  const listed = async () => done(await client.GET('/v2/wallet/auth/sessions')).results
  const before = await listed()
  const other = before.find(({ is_current }) => !is_current)
  if (!other) throw new Error('There is no other session')
  done(await client.POST('/v2/wallet/auth/sessions/rename', { body: { session_id: other.id, device_name: 'The old laptop' } }))
  if (!(await listed()).some(({ device_name }) => device_name === 'The old laptop')) throw new Error('The name was not kept')
  done(await client.POST('/v2/wallet/auth/sessions/end', { body: { session_id: other.id } }))
  if (!(await elsewhere.client.GET('/v2/wallet')).error) throw new Error('The session goes on')
  const again = await signIn(world, person.phone)
  done(await again.client.POST('/v2/wallet/auth/logout'))
  return [before.length, (await listed()).length]
}

/** Has an e-mail confirmed as one's own, and gets back into the wallet by it. */
export async function confirmEmail(world: World, { client, phone }: Person): Promise<Person> {
  const { hands } = world
  const email = `${phone}@mail.example`
  done(await client.POST('/v2/wallet/auth/email/send_code', { body: { email } }))
  const email_code = await hands.readMail(email)
  done(await client.POST('/v2/wallet/auth/email/confirm', { body: { email, email_code, pin_code: PIN } }))
  hands.wait(61)
  const open = clientOf(world)
  const asked = { phone, email }
  const refused = await open.POST('/v2/wallet/auth/recover/send_code', { body: asked })
  if (refused.error?.code === 'proof_required' && refused.error.challenge) {
    const proof = await hands.work(refused.error.challenge)
    done(await open.POST('/v2/wallet/auth/recover/send_code', { body: { ...asked, proof } }))
  }
  const code = await hands.readMail(email)
  const body = { ...asked, email_code: code, pin_code: PIN }
  const { auth_token } = done(await open.POST('/v2/wallet/auth/recover', { body }))
  return { client: clientOf(world, auth_token), phone }
}

/** Changes a PIN, forgets it, and sets another by the code of an SMS: in the end it is the first one again. */
export async function changePin(world: World, { client, phone }: Person): Promise<void> {
  const params = keyed('one-pin-change')
  const body = { pin_code: PIN, new_pin_code: '5926' }
  done(await client.POST('/v2/wallet/auth/pin/change', { params, body }))
  world.hands.wait(61)
  done(await client.POST('/v2/wallet/auth/pin/send_code', { body: {} }))
  const confirm_code = await world.hands.readCode(phone)
  done(await client.POST('/v2/wallet/auth/pin/reset', { body: { confirm_code, new_pin_code: PIN } }))
  // Before that a freeze would put the forgotten one back.
  world.hands.wait(86_401)
}

/** Freezes a wallet in each of three ways, and unfreezes it again; then closes it. Returns what the closed wallet refuses. */
export async function freezeAndClose(world: World, person: Person): Promise<string> {
  const { hands } = world
  const { client, phone } = person
  done(await client.POST('/v2/wallet/auth/freeze'))
  hands.wait(61)
  done(await client.POST('/v2/wallet/auth/unfreeze/send_code', { body: {} }))
  const waiting = { confirm_code: await hands.readCode(phone) }
  done(await client.POST('/v2/wallet/auth/unfreeze/wait', { body: waiting }))
  await unfreeze(world, person)
  await signIn(world, phone)
  const notices = done(await client.GET('/v2/wallet/user/notification')).results
  const notice = notices.find(({ can_secure }) => can_secure)
  if (!notice) throw new Error('Nothing tells of the new device')
  done(await client.POST('/v2/wallet/auth/secure/notice', { body: { notification_id: notice.id } }))
  await unfreeze(world, person)
  const link_token = await hands.readLink(phone)
  done(await clientOf(world).POST('/v2/wallet/auth/secure', { body: { link_token } }))
  const again = await signIn(world, phone)
  await unfreeze(world, again)
  hands.wait(61)
  done(await again.client.POST('/v2/wallet/profile/close/send_code', { body: {} }))
  const confirm_code = await hands.readCode(phone)
  done(await again.client.POST('/v2/wallet/profile/close', { body: { confirm_code, pin_code: PIN } }))
  return (await again.client.GET('/v2/wallet')).error?.code ?? 'Nothing was refused'
}

async function unfreeze({ hands }: World, { client, phone }: Person): Promise<void> {
  hands.wait(61)
  done(await client.POST('/v2/wallet/auth/unfreeze/send_code', { body: {} }))
  const confirm_code = await hands.readCode(phone)
  done(await client.POST('/v2/wallet/auth/unfreeze', { body: { confirm_code, pin_code: PIN } }))
}
