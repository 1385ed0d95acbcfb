import { x } from './rules.ts'

export const y = x
