import FlaskConical from 'lucide-react/icons/flask-conical'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useState } from 'react'
import { useLedTo } from '#web/lib/address/led-to.ts'
import { isSandbox } from '#web/lib/config/sandbox.ts'
import { useSupport } from '#web/lib/config/support.ts'
import { useConfig } from '#web/lib/config/use-config.ts'
import { logOut } from '#web/lib/session/log-out.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { phoneLink } from '#web/ui/SupportText.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import css from './HelpCard.module.css'

/** The support, the version, and sign-out, which works even when everything else failed to load. */
export function HelpCard() {
  const t = useTranslate()
  const support = useSupport()
  const place = useLedTo('support')
  const version = useConfig()?.version
  return (
    <div ref={place} className={css.place} tabIndex={-1}>
      <Card title={t('profile.support')}>
        <ul className={css.links}>
          <HelpLink href={phoneLink(support.phone)} icon={<Phone />} note={support.hours}>
            {support.phone}
          </HelpLink>
          <HelpLink href={`mailto:${support.email}`} icon={<Mail />}>
            {support.email}
          </HelpLink>
          {isSandbox() ? (
            <HelpLink href="/sandbox/sms" icon={<FlaskConical />}>
              {t('sandbox.inbox')}
            </HelpLink>
          ) : null}
        </ul>
        <div className={css.end}>
          <LogOutButton />
          <span className={css.version}>{version === undefined ? null : t('profile.version', { version })}</span>
        </div>
      </Card>
    </div>
  )
}

interface HelpLinkProps {
  readonly href: string
  readonly icon: ReactNode
  readonly note?: string
  readonly children: string
}

function HelpLink({ href, icon, note, children }: HelpLinkProps) {
  return (
    <li>
      <a className={css.link} href={href}>
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={css.words}>
          {children}
          {note ? <span className={css.note}>{note}</span> : null}
        </span>
      </a>
    </li>
  )
}

function LogOutButton() {
  const t = useTranslate()
  const alert = useAlert()
  const [isLeaving, setLeaving] = useState(false)
  async function leave(): Promise<void> {
    const answer = await alert({
      message: t('profile.logout_title'),
      details: t('profile.logout_text'),
      primary: t('profile.logout'),
      secondary: t('common.cancel'),
      isDangerous: true,
    })
    if (answer !== 'primary') return
    setLeaving(true)
    await logOut()
  }
  return (
    <Button variant="dangerText" size="m" icon={<LogOut aria-hidden />} isLoading={isLeaving} onClick={() => void leave()}>
      {t('profile.logout')}
    </Button>
  )
}
