import { expect, type Page } from '@playwright/test'

/** A message of the page to the messenger's app, as the bridge carries it. */
export interface Posted {
  readonly type: string
  readonly data: unknown
}

export interface MessengerLook {
  /** The bridge version of the app. */
  readonly version: string
  /** The language that the person has the app in. */
  readonly languageCode?: string
  readonly background?: string
  /** The app's insets above and below the page, in pixels; sent from version 8.0 on. */
  readonly safeArea?: { readonly top: number; readonly bottom: number }
  readonly contentSafeArea?: { readonly top: number; readonly bottom: number }
  readonly stableHeight?: number
}

export const DARK = '#17212b'
export const LIGHT = '#ffffff'

/**
 * The messenger's app around the page: speaks the protocol of its web view, `TelegramWebviewProxy.postEvent` from the page and
 * `Telegram.WebView.receiveEvent` to it, responds to the page's messages and records all of them.
 */
export class MessengerApp {
  private readonly page: Page
  private readonly look: MessengerLook
  private readonly posted: Posted[] = []

  private constructor(page: Page, look: MessengerLook) {
    this.page = page
    this.look = look
  }

  /** Installs the app around a page that has not been opened yet. */
  static async around(page: Page, look: MessengerLook): Promise<MessengerApp> {
    const app = new MessengerApp(page, look)
    await page.exposeFunction('tellMessengerApp', (type: string, data: string | undefined) => app.take(type, data))
    await page.addInitScript(`
      if (window === window.top) window.TelegramWebviewProxy = { postEvent: (type, data) => window.tellMessengerApp(type, data) }
    `)
    return app
  }

  /** A URL with the launch parameters, as the app opens it. */
  launch(address: string): string {
    const person = new URLSearchParams({
      user: JSON.stringify({
        id: 42,
        first_name: 'Anna',
        ...(this.look.languageCode && { language_code: this.look.languageCode }),
      }),
      auth_date: '1700000000',
      signature: 'x',
      hash: 'secret-of-the-launch',
    })
    const parameters = new URLSearchParams({
      tgWebAppData: person.toString(),
      tgWebAppVersion: this.look.version,
      tgWebAppPlatform: 'android',
      tgWebAppThemeParams: JSON.stringify(this.theme()),
    })
    return `${address}#${parameters}`
  }

  /** Sends the page a message. */
  async say(type: string, data?: unknown): Promise<void> {
    await this.page.evaluate(`window.Telegram.WebView.receiveEvent(${JSON.stringify(type)}, ${JSON.stringify(data ?? null)})`)
  }

  async pressBack(): Promise<void> {
    await this.say('back_button_pressed')
  }

  /** The page's messages of a type, in order. */
  heard(type: string): readonly unknown[] {
    return this.posted.filter((message) => message.type === type).map(({ data }) => data)
  }

  kinds(): readonly string[] {
    return [...new Set(this.posted.map(({ type }) => type))]
  }

  /** Waits until the last message of a type is this. */
  async expectLast(type: string, data: unknown): Promise<void> {
    await expect.poll(() => this.heard(type).at(-1), { message: type }).toEqual(data)
  }

  private theme() {
    return { bg_color: this.look.background ?? LIGHT, text_color: '#000000' }
  }

  private async take(type: string, json: string | undefined): Promise<void> {
    this.posted.push({ type, data: json === undefined ? undefined : JSON.parse(json) })
    const { safeArea, contentSafeArea, stableHeight } = this.look
    if (type === 'web_app_request_theme') await this.say('theme_changed', { theme_params: this.theme() })
    if (type === 'web_app_request_viewport' && stableHeight !== undefined) {
      await this.say('viewport_changed', { height: stableHeight, width: 360, is_state_stable: true, is_expanded: true })
    }
    if (type === 'web_app_request_safe_area') await this.say('safe_area_changed', insets(safeArea))
    if (type === 'web_app_request_content_safe_area') await this.say('content_safe_area_changed', insets(contentSafeArea))
  }
}

function insets(sides: { readonly top: number; readonly bottom: number } | undefined) {
  return { top: 0, bottom: 0, left: 0, right: 0, ...sides }
}
