import { x } from '#money/money'

export const y = x
