import { useState } from 'react'
import { FEATURE_FLAGS, type FeatureFlag } from '#contract/config'
import { LANGUAGE_FACTS, LANGUAGES } from '#texts/languages'
import { PATHS } from '#web/lib/address/paths.ts'
import { brandId, brandIds } from '#web/lib/brand/brand.ts'
import { brandOverride, overrideBrand } from '#web/lib/brand/brand-override.ts'
import { flagOverrides, overrideFlag } from '#web/lib/config/environment.ts'
import { useConfig } from '#web/lib/config/use-config.ts'
import { reload } from '#web/lib/page/reload.ts'
import { setLanguage, setTheme, THEMES } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { Select } from '#web/ui/field/Select.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import css from './Document.module.css'

/** Development only: the environment name, the default language, theme and feature flags, all stored on this device. */
export default function Env() {
  const t = useTranslate()
  return (
    <main className={css.page}>
      <div className={css.head}>
        <ScreenHeader title={t('env.title')} backTo={PATHS.Home} />
      </div>
      <Stack gap="fields">
        <Card>
          <Stack gap="fields">
            <Brands />
            <Appearance />
          </Stack>
        </Card>
        <Card title={t('env.switches')}>
          <Stack gap="fields">
            {FEATURE_FLAGS.map((name) => (
              <FlagField key={name} name={name} />
            ))}
          </Stack>
        </Card>
        <ButtonLink to={PATHS.Home}>{t('finish.home')}</ButtonLink>
      </Stack>
    </main>
  )
}

/** Every brand there is a folder of. The page takes another at its start, so it starts anew. */
function Brands() {
  const t = useTranslate()
  const served = useConfig()?.brand
  const options = brandIds().map((id) => ({ value: id, label: id }))
  return (
    <>
      <Chips
        label={t('env.brand')}
        options={options}
        value={brandOverride() ?? brandId()}
        onValueChange={(id) => {
          overrideBrand(id)
          reload()
        }}
      />
      {served === undefined || served === brandId() ? null : <Notice tone="warning" title={t('env.server', { brand: served })} />}
    </>
  )
}

function Appearance() {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const theme = useSession((session) => session.theme)
  return (
    <>
      <Chips
        label={t('env.lang')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_FACTS[value].name }))}
        value={language}
        onValueChange={setLanguage}
      />
      <Chips
        label={t('env.theme')}
        options={THEMES.map((value) => ({ value, label: t(`profile.theme_${value}`) }))}
        value={theme}
        onValueChange={setTheme}
      />
    </>
  )
}

const CHOICES = { served: undefined, on: true, off: false } as const

function FlagField({ name }: { readonly name: FeatureFlag }) {
  const t = useTranslate()
  const [choice, setChoice] = useState(() => {
    const picked = flagOverrides()[name]
    return picked === undefined ? 'served' : picked ? 'on' : 'off'
  })
  return (
    <Field label={t(`feature.${name}`)}>
      <Select
        value={choice}
        options={[
          { value: 'served', label: t('env.served') },
          { value: 'on', label: t('env.on') },
          { value: 'off', label: t('env.off') },
        ]}
        onValueChange={(value) => {
          const next = value === 'on' || value === 'off' ? value : 'served'
          setChoice(next)
          overrideFlag(name, CHOICES[next])
        }}
      />
    </Field>
  )
}
