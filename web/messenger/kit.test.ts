// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

interface Posted {
  readonly type: string
  readonly data: unknown
}

const posted: Posted[] = []
const THEME = JSON.stringify({ bg_color: '#ffffff' })

/** Goes to the address that the messenger of a version opens, which had a fragment or none. */
function launch(version: string, fragment = ''): void {
  vi.resetModules()
  posted.length = 0
  window.sessionStorage.clear()
  const parameters = new URLSearchParams({
    tgWebAppVersion: version,
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: THEME,
    tgWebAppData: 'auth_date=1&signature=x&hash=who-this-is',
  })
  window.history.replaceState(null, '', `/wallet?currencyCode=USD&tgWebAppStartParam=a#${fragment}${parameters}`)
  Object.assign(window, {
    TelegramWebviewProxy: {
      postEvent: (type: string, json?: string) => posted.push({ type, data: json === undefined ? undefined : JSON.parse(json) }),
    },
  })
}

/** Opens the page as the messenger of a version does, and starts the kit anew. */
async function start(version: string) {
  launch(version)
  const { startKit } = await import('./kit.ts')
  return startKit()
}

function say(type: string, data?: unknown): void {
  const { Telegram } = window as unknown as { Telegram: { WebView: { receiveEvent(type: string, data: unknown): void } } }
  Telegram.WebView.receiveEvent(type, data)
}

const last = (type: string) => posted.findLast((message) => message.type === type)?.data

beforeEach(() => {
  window.history.replaceState(null, '', '/')
})

test('the launch leaves the address and takes the person along with it [kit-1]', async () => {
  launch('8.0')
  const { startMessenger } = await import('./launch.ts')
  expect(await startMessenger()).toBeDefined()
  expect(window.location.href).toMatch(/\/wallet\?currencyCode=USD$/)
  const kept = JSON.stringify({ ...window.sessionStorage })
  expect(kept).toContain('tgWebAppVersion')
  expect(kept).not.toContain('who-this-is')
})

test('a launch behind a fragment of the address leaves the fragment, and takes the person along', async () => {
  launch('8.0', 'identification?')
  const { startMessenger } = await import('./launch.ts')
  expect(await startMessenger()).toBeDefined()
  expect(window.location.href).toMatch(/\/wallet\?currencyCode=USD#identification$/)
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('who-this-is')
})

test('a start parameter in the query and in the fragment keeps nobody from the messenger, and leaves the address', async () => {
  launch('8.0', 'tgWebAppStartParam=a&')
  const { startMessenger } = await import('./launch.ts')
  expect(await startMessenger()).toBeDefined()
  expect(window.location.href).toMatch(/\/wallet\?currencyCode=USD$/)
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('tgWebAppStartParam')
})

test('a launch that the kit cannot read leaves the page open, and nothing of the person', async () => {
  launch('8.0')
  const unreadable = window.location.href.replace('tgWebAppThemeParams=', 'tgWebAppThemeParams=x')
  window.history.replaceState({ depth: 1, state: null }, '', unreadable)
  const { startMessenger } = await import('./launch.ts')
  expect(await startMessenger()).toBeUndefined()
  expect(window.location.href).toMatch(/\/wallet\?currencyCode=USD#tgWebAppVersion/)
  expect(window.history.state).toEqual({ depth: 1, state: null })
  expect(window.location.href + JSON.stringify({ ...window.sessionStorage })).not.toContain('who-this-is')
})

test('the scanner of the messenger gives what it reads, or nothing when it is closed', async () => {
  const host = await start('6.4')
  const read = host.scanNatively?.('Point the camera at a QR code')
  await waitFor(() => expect(last('web_app_open_scan_qr_popup')).toEqual({ text: 'Point the camera at a QR code' }))
  say('qr_text_received', { data: 'https://qr.nspk.ru/AS1' })
  expect(await read).toBe('https://qr.nspk.ru/AS1')
  expect(posted.at(-1)?.type).toBe('web_app_close_scan_qr_popup')
  const closed = host.scanNatively?.('Again')
  await waitFor(() => expect(last('web_app_open_scan_qr_popup')).toEqual({ text: 'Again' }))
  say('scan_qr_popup_closed')
  expect(await closed).toBeUndefined()
})

test('before 6.4 there is no scanner to offer', async () => {
  const host = await start('6.3')
  expect(host.scanNatively).toBeUndefined()
})

test('the platform is the messenger, and what is felt and opened goes to it', async () => {
  const host = await start('7.0')
  expect([host.platform, host.hasBackButton]).toEqual(['telegram', true])
  host.haptic('error')
  expect(last('web_app_trigger_haptic_feedback')).toEqual({ type: 'notification', notification_type: 'error' })
  expect(host.openOutside('https://pay.example/p/1')).toBe('stayed')
  expect(last('web_app_open_link')).toEqual({ url: 'https://pay.example/p/1' })
  host.askBeforeClosing('unfinished')
  expect(last('web_app_setup_closing_behavior')).toEqual({ need_confirmation: true })
  host.close()
  expect(posted.at(-1)?.type).toBe('web_app_close')
})

test('a window of the messenger has its limits, and says nothing where there are none [kit-2]', async () => {
  await start('6.2')
  const { askInPopup, POPUP } = await import('./popup.ts')
  const answers = [{ id: 'leave', text: 'Close', isDangerous: true }]
  const asked = askInPopup({ title: 'T'.repeat(100), message: 'M'.repeat(300), answers })
  await waitFor(() => expect(last('web_app_open_popup')).toBeDefined())
  const { title, message, buttons } = last('web_app_open_popup') as { title: string; message: string; buttons: unknown[] }
  expect([title.length, message.length, buttons.length]).toEqual([64, 256, 2])
  expect(POPUP).toEqual({ titleMax: 64, messageMax: 256, buttonsMax: 3 })
  say('popup_closed', { button_id: 'leave' })
  expect(await asked).toBe('leave')
  const many = ['a', 'b', 'c'].map((id) => ({ id, text: id }))
  await expect(askInPopup({ title: 'T', message: 'M', answers: many })).rejects.toThrow('3 buttons')

  await start('6.1')
  const old = await import('./popup.ts')
  expect(await old.askInPopup({ title: 'T', message: 'M', answers })).toBeUndefined()
  expect(last('web_app_open_popup')).toBeUndefined()
})

test('outside the messenger the kit does not start', async () => {
  vi.resetModules()
  window.sessionStorage.clear()
  Reflect.deleteProperty(window, 'TelegramWebviewProxy')
  const { startKit } = await import('./kit.ts')
  expect(() => startKit()).toThrow('Unable to retrieve launch parameters')
})
