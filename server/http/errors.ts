import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Texts } from '#texts/texts'
import { httpStatusOf, refusalOf, renderRefusal } from './answer.ts'
import { languageOf } from './language.ts'
import { Refusal } from './refusal.ts'

/** Has every error, and every address that there is not, answered as a refusal. */
export function answerErrors(app: FastifyInstance, texts: Texts): void {
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, texts))
  app.setNotFoundHandler((request, reply) => refuse(new Refusal({ code: 'not_found' }), request, reply, texts))
}

/** Logs an error of a request if it is grave, and gives what it means. */
export function logRefusal(error: unknown, request: FastifyRequest): ReturnType<typeof refusalOf> {
  const refusal = refusalOf(error)
  const { severity } = refusal
  if (severity === 'error' || severity === 'warn')
    request.log[severity]({ err: error, path: request.routeOptions.url, requestId: request.id }, 'Refused')
  return refusal
}

/** Answers with what an error means to the person who asked, in their language; what is grave goes into the log. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, texts: Texts): FastifyReply {
  const { facts } = logRefusal(error, request)
  if (facts.retryAfterSeconds !== undefined) reply.header('retry-after', facts.retryAfterSeconds)
  return reply
    .header('cache-control', 'no-store')
    .code(httpStatusOf(facts))
    .send(renderRefusal(facts, texts, languageOf(request.headers['accept-language'])))
}
