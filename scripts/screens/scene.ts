import type { Locator, Page } from '@playwright/test'
import type { Brand } from '#brands/brand'
import type { Currency } from '#money/currency'
import type { Language } from '#texts/languages'
import type { TextKey, TextParameters, Texts } from '#texts/texts'

/** The data of a wallet for its screens. */
export interface Facts {
  readonly brand: Brand
  readonly texts: Texts
  readonly url: string
  /** Tokens: of a user with half a year of operations and the longest data, and of a new user. */
  readonly tokens: Readonly<Record<'long' | 'fresh', string>>
  /** An account of the first of them. */
  readonly accountId: string
  /** Top-up orders of the first of them, by how they stand. */
  readonly orders: Readonly<Record<'waiting' | 'complete' | 'failed', string>>
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

  t(key: TextKey, parameters?: TextParameters): string {
    return this.facts.texts.translate(this.language, key, parameters)
  }

  button(key: TextKey, parameters?: TextParameters): Locator {
    return this.page.getByRole('button', { name: this.t(key, parameters), exact: true }).first()
  }

  field(key: TextKey): Locator {
    return this.page.getByLabel(this.t(key), { exact: true }).first()
  }

  async press(key: TextKey, parameters?: TextParameters): Promise<void> {
    await this.button(key, parameters).click()
  }

  /** The submit button of a form, with or without an amount in its label. */
  async submit(): Promise<void> {
    await this.page.locator('form button[type=submit]').last().click()
  }
}
