import { clientOf, done, type Person, type World } from './client.ts'

/** Has a device told of news and told no more; returns whether it was, in between and in the end. */
export async function beTold({ hands }: World, { client }: Person): Promise<readonly boolean[]> {
  const { public_key } = done(await client.GET('/v2/wallet/push'))
  if (!public_key) throw new Error('This wallet tells nobody')
  const subscription = await hands.subscribe(public_key)
  done(await client.POST('/v2/wallet/push/subscribe', { body: { ...subscription, shows_amounts: true } }))
  const between = done(await client.GET('/v2/wallet/push'))
  done(await client.POST('/v2/wallet/push/unsubscribe'))
  const after = done(await client.GET('/v2/wallet/push'))
  return [between.is_subscribed, after.is_subscribed]
}

/** Switches off what one does not want to hear, and reads the rest; returns what is left on, and how many are unread. */
export async function readNotices({ client }: Person): Promise<readonly [boolean | undefined, number]> {
  const { kinds } = done(await client.GET('/v2/wallet/user/notification/settings'))
  const kind = kinds.find(({ is_fixed }) => !is_fixed)?.kind
  if (!kind) throw new Error('Nothing can be switched off')
  const body = { kind, channel: 'push', is_on: false } as const
  const saved = done(await client.POST('/v2/wallet/user/notification/settings/save', { body }))
  const [newest] = done(await client.GET('/v2/wallet/user/notification')).results
  if (!newest?.is_unread) throw new Error('There is nothing new')
  done(await client.POST('/v2/wallet/user/notification/read', { body: { until: newest.created_at } }))
  const { results } = done(await client.GET('/v2/wallet/user/notification'))
  return [saved.kinds.find((each) => each.kind === kind)?.channels.push, results.filter(({ is_unread }) => is_unread).length]
}

/** Opens the stream of what changes by a ticket; returns the first event. */
export async function listen(world: World, { client }: Person): Promise<string> {
  const { ticket } = done(await client.POST('/v2/wallet/live/ticket'))
  const stop = new AbortController()
  const opened = await clientOf(world).GET('/v2/wallet/live', {
    params: { query: { ticket } },
    parseAs: 'stream',
    signal: stop.signal,
  })
  const stream = done(opened)
  const first = await stream?.getReader().read()
  stop.abort()
  return new TextDecoder().decode(first?.value)
}

/** Gets identified on the provider's page; returns the outcome and the level. */
export async function identify({ hands }: World, { client }: Person): Promise<readonly string[]> {
  const { verification_url } = done(await client.POST('/v2/wallet/identification-level/upgrade'))
  if (!verification_url) throw new Error('There is no page to be identified on')
  await hands.identify(verification_url)
  for (;;) {
    const { active_identification } = done(await client.POST('/v2/wallet/identification-level/status'))
    const outcome = active_identification?.status ?? 'complete'
    if (outcome === 'complete') return [outcome, done(await client.GET('/v2/wallet/auth/info')).identification_level.name]
    if (outcome === 'aborted') throw new Error('The identification was aborted')
  }
}

/** Takes away all that is kept of oneself, as data and as a sheet to read; returns how each begins. */
export async function takeAway({ client }: Person): Promise<readonly string[]> {
  const { person } = done(await client.GET('/v2/wallet/profile/data'))
  const sheet = done(await client.GET('/v2/wallet/profile/data.pdf', { parseAs: 'arrayBuffer' }))
  return [person.first_name, new TextDecoder().decode(new Uint8Array(sheet).subarray(0, 5))]
}
