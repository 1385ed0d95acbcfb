import { x } from '#web/lib/call.ts'

export const y = x
