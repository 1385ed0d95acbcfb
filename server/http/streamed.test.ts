import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { DeadlineExceeded } from './deadline.ts'
import { readableOf, Streamed } from './streamed.ts'

/** So many parts, of which it is noted when each is made. */
function counted(count: number) {
  const made: number[] = []
  async function* parts(): AsyncGenerator<string> {
    for (let part = 1; part <= count; part += 1) {
      made.push(part)
      yield `${part} `
    }
  }
  let onEnd = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    onEnd = resolve
  })
  return { made, streamed: new Streamed(parts(), onEnd), ended }
}
const onFailure = (error: unknown): void => {
  throw error
}

test('all parts arrive in their order, and the end is reported', async () => {
  const { streamed, ended } = counted(3)
  expect(await text(readableOf(streamed, { onFailure }))).toBe('1 2 3 ')
  await ended
})

test('no part is made before there is room for it', async () => {
  const { made, streamed } = counted(100)
  const stream = readableOf(streamed, { onFailure })
  await once(stream, 'readable')
  expect(made.length).toBeLessThan(4)
  stream.destroy()
})

test('a reader that stops reading, or never starts, is cut off', async () => {
  for (const event of ['readable', 'pause']) {
    const { streamed, ended } = counted(100)
    const stream = readableOf(streamed, { partMs: 10, onFailure })
    stream.once(event, () => undefined)
    await expect(finished(stream)).rejects.toThrow(DeadlineExceeded)
    await ended
  }
})

test('a part that cannot be made fails the stream, and the failure is reported', async () => {
  async function* parts(): AsyncGenerator<string> {
    yield '['
    throw new Error('The database is away')
  }
  const heard: unknown[] = []
  const stream = readableOf(new Streamed(parts(), () => heard.push('end')), { onFailure: (error) => heard.push(error) })
  await expect(text(stream)).rejects.toThrow('The database is away')
  expect(heard).toEqual([new Error('The database is away'), 'end'])
})

test('reading that ends early ends the making of parts', async () => {
  const { made, streamed, ended } = counted(100)
  for await (const _part of readableOf(streamed, { onFailure })) break
  await ended
  expect(made.length).toBeLessThan(5)
})
