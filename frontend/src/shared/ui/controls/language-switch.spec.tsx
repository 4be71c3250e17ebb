// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mockServer, networkError } from '../../../../testing/mock-server.ts'

/** Loads the modules as on a page in a language. */
async function loadIn(code: string) {
  document.documentElement.lang = code
  vi.resetModules()
  const { LanguageSwitch, LanguageIconButtons } = await import('./theme-and-language.tsx')
  const { languages } = await import('../../i18n/languages.ts')
  return { LanguageSwitch, LanguageIconButtons, languages }
}

const names = () =>
  screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

beforeEach(() => {
  document.documentElement.lang = ''
  document.cookie = 'language=; Max-Age=0; Path=/'
})

test('an English page offers the complete languages only', async () => {
  const { LanguageSwitch, LanguageIconButtons, languages } = await loadIn('en')
  const { container } = render(
    <>
      <LanguageSwitch />
      <LanguageIconButtons />
    </>,
  )
  const complete = languages.filter((language) => language.complete && language.code !== 'en')
  expect(names()).toEqual([...complete, ...complete].map(({ name }) => name))
  expect(container.childElementCount).toBe(complete.length * 2)
})

test.each(['de', 'en-XA'])('a page in %s leads back to English', async (code) => {
  const { LanguageSwitch, LanguageIconButtons, languages } = await loadIn(code)
  render(
    <>
      <LanguageSwitch />
      <LanguageIconButtons />
    </>,
  )
  const offered = languages.filter((language) => language.complete && language.code !== code)
  const shown = code === 'de' ? offered.map(({ name }) => name) : ['English']
  expect(names()).toEqual([...shown, ...shown])
})

test('a chosen language is kept in the cookie, and the page is loaded again', async () => {
  const { LanguageSwitch } = await loadIn('en')
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const requests = mockServer({})
  render(<LanguageSwitch />)
  const button = screen.getByRole('button', { name: 'Deutsch' })
  expect(button.lang).toBe('de')
  await userEvent.click(button)
  expect(document.cookie).toBe('language=de')
  expect(reload).toHaveBeenCalledOnce()
  // A visitor has no account.
  expect(requests).toEqual([])
})

test('the page is not loaded again before the cookie is stored, which Chromium does asynchronously', async () => {
  const { LanguageSwitch } = await loadIn('en')
  let [written, stored] = ['', '']
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    set(cookie: string) {
      written = cookie
    },
    get: () => (stored = written),
  })
  onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'))
  const sent: string[] = []
  vi.spyOn(location, 'reload').mockImplementation(() => void sent.push(stored))
  render(<LanguageSwitch />)
  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
  expect(sent).toEqual([expect.stringContaining('language=de')])
})

test.each([
  ['token', () => ({ success: true, position: '1', user: {} })],
  ['adminToken', () => ({ success: true, position: '1', user: {} })],
  ['token', networkError],
])('with a %s the account gets the language, and the page does not wait for it', async (key, answer) => {
  localStorage.setItem(key, 'of-somebody')
  const { LanguageSwitch } = await loadIn('en')
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const requests = mockServer({ 'PUT /api/auth/profile': answer })
  render(<LanguageSwitch />)
  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
  expect(reload).toHaveBeenCalledOnce()
  expect(document.cookie).toBe('language=de')
  expect(requests).toMatchObject([{ body: { language: 'de' }, token: 'of-somebody' }])
})
