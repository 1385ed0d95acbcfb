import { x } from '#sandbox/sandbox'

export const y = x
