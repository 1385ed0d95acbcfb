import type { Locator, Page } from '@playwright/test'
import type { Brand } from '#brands/brand'
import { defaultCountryOf } from '#brands/default-country'
import type { Currency } from '#money/currency'
import type { Language } from '#texts/languages'
import type { TextKey, TextParameters, Texts } from '#texts/texts'

/** The data of a wallet for its screens. */
export interface Facts {
  readonly brand: Brand
  readonly texts: Texts
  readonly url: string
  /** Tokens: of a user with half a year of operations and the longest data, of a new user, and of one whom the operator has frozen. */
  readonly tokens: Readonly<Record<'long' | 'fresh' | 'held', string>>
  /** The PIN of the first of them. */
  readonly pin: string
  /** An account of the first of them. */
  readonly accountId: string
  /** Top-up orders of the first of them, by how they stand. */
  readonly orders: Readonly<Record<'waiting' | 'complete' | 'failed', string>>
}

/** A screen in one of its states. */
export interface Screen {
  /** The file's name. */
  readonly name: string
  readonly who: 'nobody' | keyof Facts['tokens']
  readonly path: string | ((facts: Facts) => string)
  /** Goes from the freshly opened screen to the state. */
  readonly reach?: (scene: Scene) => Promise<void>
  /** Something stands over the screen: only what is seen is taken, not the page to its end. */
  readonly isOverlay?: boolean
  /** Whether a brand has it. */
  readonly isOf?: (brand: Brand) => boolean
}

/** An open page, and the texts to find things on it by. */
export class Scene {
  readonly page: Page
  readonly facts: Facts
  readonly language: Language

  constructor(page: Page, facts: Facts, language: Language) {
    this.page = page
    this.facts = facts
    this.language = language
  }

  get home(): Currency {
    return this.facts.brand.firstAccounts[0] ?? 'RUB'
  }

  /** Whether a number is one of Russia until another country is chosen; else it is one of Britain. */
  get isRussian(): boolean {
    return defaultCountryOf(this.facts.brand.phone, this.language) === 'RU'
  }

  t(key: TextKey, parameters?: TextParameters): string {
    return this.facts.texts.translate(this.language, key, parameters)
  }

  button(key: TextKey, parameters?: TextParameters): Locator {
    return this.page.getByRole('button', { name: this.t(key, parameters), exact: true }).first()
  }

  field(key: TextKey): Locator {
    return this.page.getByLabel(this.t(key), { exact: true }).first()
  }

  /** A field of digits by its label: of a code, or of a PIN. */
  digits(label: TextKey): Locator {
    const key = label === 'email.code_label' ? 'a11y.six_digits' : 'a11y.four_digits'
    return this.page.getByLabel(this.t(key, { label: this.t(label) }), { exact: true })
  }

  async press(key: TextKey, parameters?: TextParameters): Promise<void> {
    await this.button(key, parameters).click()
  }

  /** Types the national part of a number: by default of one of its own for each, so that no limit of codes is met. */
  async typePhone(national?: string): Promise<void> {
    const digits = String(Date.now()).slice(-8)
    // Every number with this prefix is a valid mobile number.
    const own = `${this.isRussian ? '91' : '78'}${digits}`
    await this.page.locator('input[autocomplete=tel-national]').fill(national ?? own)
  }

  /** Types what is given at the exchange. */
  async give(amount: string): Promise<void> {
    await this.page
      .getByRole('group', { name: this.t('ex.from') })
      .getByRole('textbox')
      .fill(amount)
  }

  /** Types a card, into the provider's frame where there is one, and goes on: by key, as a click may meet the frame where it was a moment before. */
  async payTo(pan: string): Promise<void> {
    const { page } = this
    const card = this.field('wd.card')
    await card.or(page.locator('iframe')).first().waitFor()
    const field = (await card.isVisible()) ? card : page.frameLocator('iframe').getByRole('textbox')
    await field.fill(pan)
    await page.locator('form button[type=submit]:enabled').last().press('Enter')
    await page.getByRole('dialog').waitFor()
  }

  /** The submit button of a form, with or without an amount in its label. */
  async submit(): Promise<void> {
    await this.page.locator('form button[type=submit]').last().click()
  }
}
