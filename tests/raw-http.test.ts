import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutated } from '#survive/mutated-bytes'
import { randomOf } from '#survive/random'
import { bytesOf, openConnection } from '#survive/raw-http'

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/chunked') {
      response.write('one, ')
      response.write('two\r\n0\r\n\r\n')
      response.end(' and three')
    } else response.end(`at ${request.url}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

test('answers in chunks and answers with a length are told apart on one connection', async () => {
  const line = await openConnection(url)
  await line.send(Buffer.concat(['/chunked', '/plain', '/chunked'].map((path) => bytesOf({ method: 'GET', path }))))
  const answers = [await line.answer(), await line.answer(), await line.answer()]
  expect(answers.map((answer) => answer?.body)).toEqual([
    'one, two\r\n0\r\n\r\n and three',
    'at /plain',
    'one, two\r\n0\r\n\r\n and three',
  ])
  line.close()
})

test('a connection that ends within an answer has given none', async () => {
  const ending = createServer((_request, response) => {
    response.write('a part')
    setImmediate(() => response.destroy())
  })
  await once(ending.listen(0, '127.0.0.1'), 'listening')
  const address = ending.address()
  const line = await openConnection(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  expect(await line.ask(bytesOf({ method: 'GET', path: '/' }))).toBeUndefined()
  ending.close()
})

test('bytes are changed by chance, and the same ones for the same seed', () => {
  const bytes = bytesOf({ path: '/v2/wallet/exchange', body: { amount: '1.00' } })
  const changedBy = (seed: number): string[] => {
    const random = randomOf(seed)
    return Array.from({ length: 50 }, () => mutated(bytes, random).toString('latin1'))
  }
  expect(changedBy(7)).toEqual(changedBy(7))
  expect(changedBy(8)).not.toEqual(changedBy(7))
  expect(changedBy(7).filter((text) => text === bytes.toString('latin1')).length).toBeLessThan(5)
  expect(mutated(Buffer.alloc(0), randomOf(1))).toHaveLength(0)
})
