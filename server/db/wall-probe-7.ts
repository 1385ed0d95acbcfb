import { x } from '#server/env'

export const y = x
