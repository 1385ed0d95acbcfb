import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { refuseWrongMethods } from './wrong-method.ts'

test('an address that takes POST only is no page for a browser, though every other address is', async () => {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.setErrorHandler((error, _request, reply) => reply.code(405).send(error instanceof Refusal ? error.facts : error))
  refuseWrongMethods(app)
  app.post('/webhooks/payments', async () => 'taken')
  app.get('/*', async () => 'a page')
  const asked = await app.inject({ method: 'GET', url: '/webhooks/payments' })
  expect([asked.statusCode, asked.headers.allow]).toEqual([405, 'POST'])
  expect((await app.inject({ method: 'GET', url: '/wallet' })).body).toBe('a page')
  expect((await app.inject({ method: 'POST', url: '/webhooks/payments/' })).body).toBe('taken')
})
