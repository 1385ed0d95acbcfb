import { x } from '#server/http/route'

export const y = x
