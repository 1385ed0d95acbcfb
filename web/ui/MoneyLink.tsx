import { useIsOnline } from '#web/lib/api/use-online.ts'
import { Button, ButtonLink, type ButtonLook } from './Button.tsx'

export interface MoneyLinkProps extends ButtonLook {
  readonly to: string
}

/** A link to a form that moves or asks for money; a disabled button without a network, as the form could do nothing then. */
export function MoneyLink({ to, ...look }: MoneyLinkProps) {
  return useIsOnline() ? <ButtonLink {...look} to={to} /> : <Button {...look} disabled />
}
