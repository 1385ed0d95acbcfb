import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import type { Brand } from '#brands/brand'
import { defaultCountryOf } from '#brands/default-country'
import { brand as grok } from '#brands/grok/brand'
import { texts as grokEn } from '#brands/grok/texts.en'
import { texts as grokRu } from '#brands/grok/texts.ru'
import { brand as stater } from '#brands/stater/brand'
import { texts as staterEn } from '#brands/stater/texts.en'
import { texts as staterRu } from '#brands/stater/texts.ru'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { formatBalance, formatMoney, formatNumber } from '#money/format'
import { freshPhone, giveMoney, readCode, type TestUser } from '#tests/builders'
import { NAMES, signUp } from '#tests/sign-up'
import { atLevel } from '#texts/at-level'
import type { Language } from '#texts/languages'
import { createTexts, type TextKey, type TextParameters } from '#texts/texts'

const BRANDS: Record<string, { brand: Brand; texts: ReturnType<typeof createTexts> }> = {
  stater: { brand: stater, texts: createTexts({ ru: staterRu, en: staterEn }) },
  grok: { brand: grok, texts: createTexts({ ru: grokRu, en: grokEn }) },
}

export const PIN = '4815'

/** The axe rules, by tag (WCAG 2.2 AA and below) or by name, for what a theme may change. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The shared wallet of the project's brand, and the brand's data. */
export function walletOf({ project }: TestInfo) {
  const { brand: id } = project.metadata as { brand: string }
  const found = BRANDS[id]
  const url = process.env[`WALLET_${id.toUpperCase()}`]
  if (!(found && url)) throw new Error(`No wallet of the brand ${id}`)
  return { ...found, url }
}

/** A user at the wallet's page; texts are looked up by key in the language of the project. */
export class Person {
  readonly page: Page
  readonly url: string
  readonly brand: Brand
  readonly language: Language
  /** The brand's first and second account. */
  readonly home: Currency
  readonly second: Currency
  /** National part of the phone, as it is typed. */
  readonly national: string
  readonly phone: string
  readonly firstName: string
  readonly fullName: string
  readonly texts: ReturnType<typeof createTexts>

  /**
   * A new user at the shared wallet of the project's brand; with `national` the one with that number, on another page;
   * with `url` at another wallet of that brand.
   */
  constructor(page: Page, info: TestInfo, { national, url }: { national?: string; url?: string } = {}) {
    const wallet = walletOf(info)
    const { language } = info.project.metadata as { language: Language }
    const [home = 'RUB', second = 'USD'] = wallet.brand.firstAccounts
    this.page = page
    this.url = url ?? wallet.url
    this.brand = wallet.brand
    this.texts = wallet.texts
    this.language = language
    this.home = home
    this.second = second
    // A number of the form's initial country.
    const isRussian = defaultCountryOf(wallet.brand.phone, language) === 'RU'
    const code = isRussian ? '7' : '44'
    this.national = national ?? freshPhone(isRussian ? 'RU' : 'GB').slice(code.length)
    this.phone = code + this.national
    const { firstName, lastName } = NAMES[language]
    this.firstName = firstName
    this.fullName = `${firstName} ${lastName}`
  }

  /** What a form says while it still needs these. */
  missing(...keys: readonly TextKey[]): string {
    return this.t('reason.missing', { fields: this.list(keys) })
  }

  /** The same of a form about the person. */
  missingOwn(...keys: readonly TextKey[]): string {
    return this.t('reason.missing_own', { fields: this.list(keys) })
  }

  private list(keys: readonly TextKey[]): string {
    return new Intl.ListFormat(this.language, { type: 'conjunction' }).format(keys.map((key) => this.t(key)))
  }

  t(key: TextKey, parameters?: TextParameters): string {
    return this.texts.translate(this.language, key, parameters)
  }

  money(decimal: string, currency: Currency): string {
    return formatMoney(parseDecimal(decimal, currency), this.language)
  }

  /** A limit of the first level, as it is told where it was passed. */
  limit(code: 'amount_max' | 'limit_daily', decimal: string): string {
    const at = atLevel((key, parameters) => this.t(key, parameters), this.language === 'ru' ? 'базовый' : 'basic')
    return this.t(`limit.${code}`, { at, amount: this.money(decimal, this.home) })
  }

  /** An amount as its field shows it. */
  typed(decimal: string): string {
    return formatNumber(parseDecimal(decimal, this.home), this.language)
  }

  balance(decimal: string, currency: Currency): string {
    return formatBalance(parseDecimal(decimal, currency), this.language)
  }

  button(key: TextKey, parameters?: TextParameters): Locator {
    return this.page.getByRole('button', { name: this.t(key, parameters), exact: true })
  }

  /** The country of the address, which its name tells once there is one. */
  country(): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${this.t('field.country')}(:|$)`) })
  }

  field(key: TextKey): Locator {
    return this.page.getByLabel(this.t(key), { exact: true })
  }

  /** A field whose label says that it is optional. */
  optionalField(key: TextKey): Locator {
    return this.page.getByLabel(`${this.t(key)} ${this.t('common.optional')}`, { exact: true })
  }

  /** A field of four digits by its label: of a code from an SMS, or with another key of a PIN. */
  digits(label: TextKey): Locator {
    return this.page.getByLabel(this.digitsName(label), { exact: true })
  }

  /** What such a field is called. */
  digitsName(label: TextKey): string {
    return this.t('a11y.four_digits', { label: this.t(label) })
  }

  link(key: TextKey): Locator {
    return this.page.getByRole('link', { name: this.t(key), exact: true })
  }

  heading(key: TextKey): Locator {
    return this.page.getByRole('heading', { name: this.t(key), exact: true })
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(this.url + path)
    // The page has no language until it has rendered.
    await this.page.locator('#app > :not(.splash)').first().waitFor({ state: 'attached' })
    if (this.language === 'en' && (await this.page.locator('html').getAttribute('lang')) !== 'en') {
      // At first sight another language may be offered, too, above the switch that is always there.
      await this.page.getByRole('button', { name: 'English' }).last().click()
      await expect(this.page.locator('html')).toHaveAttribute('lang', 'en')
    }
  }

  /** Signs up over the API, optionally with money (`'100.00 USD'`); the page is signed in from its next load on. */
  async settle(balances: readonly string[] = []): Promise<TestUser> {
    const user = await signUp({ brand: this.brand.id, url: this.url }, this.language, { phone: this.phone })
    await giveMoney(user, balances)
    const stored = JSON.stringify({ 'wallet.token': user.token, 'wallet.language': this.language })
    // Once: a test that signs out stays signed out.
    await this.page.addInitScript(`if (!sessionStorage.getItem('arrived')) {
      sessionStorage.setItem('arrived', 'yes')
      for (const [key, value] of Object.entries(${stored})) localStorage.setItem(key, value)
    }`)
    return user
  }

  /** Signs up over the API, optionally with money (`'100.00 USD'`), and opens the page signed in. */
  async arrive({ path = '/', balances = [] }: { path?: string; balances?: readonly string[] } = {}): Promise<TestUser> {
    const user = await this.settle(balances)
    await this.page.goto(this.url + path)
    return user
  }

  /** The code of the last message to the user's number. */
  readCode(): Promise<string> {
    return readCode({ url: this.url }, this.phone)
  }

  /** Reads the code on the sandbox's inbox page. */
  async readInbox(): Promise<string> {
    const inbox = await this.page.context().newPage()
    await inbox.goto(`${this.url}/sandbox/sms?to=${this.phone}`)
    const code = await inbox.locator('.code').first().innerText()
    await inbox.close()
    return code.trim()
  }

  /** Signs up from the first screen to Home: for tests of sign-up itself. Others use arrive. */
  async signUp(): Promise<void> {
    await this.open('/auth')
    await this.page.getByRole('link', { name: this.t('authin.register') }).click()
    await this.field('field.first_name').fill(this.firstName)
    await this.optionalField('field.last_name').fill(NAMES[this.language].lastName)
    await this.field('field.email').fill('anna@mail.example')
    await this.page.locator('input[type=tel], input[autocomplete=tel-national]').first().fill(this.national)
    if (this.brand.register.address) await this.fillAddress()
    await this.button('common.continue').click()
    await expect(this.heading('code.title')).toBeVisible()
    await this.digits('code.label').pressSequentially(await this.readInbox())
    await this.button('code.confirm').click()
    await expect(this.heading('pin.setup.title')).toBeVisible()
    await this.digits('pin.label').fill(PIN)
    await this.button('pin.setup.submit').click()
    await expect(this.page).toHaveURL(`${this.url}/`)
    await expect(
      this.page
        .getByText(
          this.t('header.greeting', {
            greeting: this.t('welcome.greetings'),
            first_name: this.firstName,
          }),
        )
        .first(),
    ).toBeVisible()
  }

  /** The address that some brands ask for. */
  async fillAddress(): Promise<void> {
    await this.country().click()
    await this.page.getByRole('combobox').fill('GB')
    await this.page.getByRole('option').first().click()
    await this.field('field.city').fill('Leeds')
    await this.field('field.zip').fill('LS1 1UR')
    await this.field('field.address').fill('1 Park Row')
  }

  /** Orders a top-up on its screen and decides it on the provider's page; ends on the return screen. */
  async topUp(amount: string, choice: 'pay' | 'decline'): Promise<void> {
    await this.field('amount.label').fill(amount)
    const terms = this.page.getByRole('checkbox')
    if (!(await terms.isChecked())) await terms.check()
    await this.button('topup.pay_amount', { amount: this.money(amount, this.home) }).click()
    await expect(this.page).toHaveURL(/\/sandbox\/payments\//)
    await this.page.locator(`button[value=${choice}]`).click()
    await expect(this.page).toHaveURL(/\/wallet\/payments\/finish/)
  }

  /** Fills the open withdrawal form and enters the PIN; ends at the stage that follows. */
  async withdraw(amount: string, pan: string, pin = PIN): Promise<void> {
    await this.field('amount.label').fill(amount)
    await this.field('wd.card').fill(pan)
    await this.button('wd.submit_amount', { amount: this.money(amount, this.home) }).click()
    await this.givePin(amount, pin)
  }

  async givePin(amount: string, pin: string): Promise<void> {
    const sheet = this.page.getByRole('dialog')
    await sheet.getByLabel(this.digitsName('pin.label'), { exact: true }).fill(pin)
    await sheet
      .getByRole('button', { name: this.t('wd.submit_amount', { amount: this.money(amount, this.home) }), exact: true })
      .click()
  }

  /** Fails for any violation of WCAG 2.2 AA that axe finds on the current page. */
  async expectAccessible(): Promise<void> {
    await this.expectNoViolation(WCAG)
  }

  /** Fails for insufficient colour contrast on the current page: what another theme may change about accessibility. */
  async expectColoursAccessible(): Promise<void> {
    await this.expectNoViolation(COLOURS)
  }

  private async expectNoViolation(runOnly: unknown): Promise<void> {
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(AXE)
    const violations = await this.page.evaluate(`(async () => {
      // Fade-ins have other colours for a moment; endless animations do not end.
      await Promise.allSettled(document.getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished))
      const { violations } = await axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'], preload: false })
      return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '))
    })()`)
    expect(violations).toEqual([])
  }

  /** Fails unless this is written in the red of refusals and of money that leaves. */
  async expectRed(words: Locator): Promise<void> {
    await expect(words).toHaveCSS('color', await this.red())
  }

  /** Fails when this is written in that red. */
  async expectNotRed(words: Locator): Promise<void> {
    await expect(words).not.toHaveCSS('color', await this.red())
  }

  private red(): Promise<string> {
    return this.page.evaluate(`(() => {
      const probe = document.body.appendChild(Object.assign(document.createElement('i'), { style: 'color: var(--danger)' }))
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })()`)
  }

  /** Fails when the page scrolls sideways, once it has rendered at its current size. */
  async expectNoSidewaysScroll(): Promise<void> {
    const [width, shown] = await this.page.evaluate<[number, number]>(`new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() =>
        resolve([document.documentElement.scrollWidth, document.documentElement.clientWidth]))))`)
    expect(width).toBeLessThanOrEqual(shown)
  }
}
