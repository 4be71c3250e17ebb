// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'

const profile = 'PUT /api/auth/profile'
const stored: RouteHandler = () => ({ success: true, position: '1', user: {} })

/** Opens a page of a signed-in user in a language. */
async function openPage(code: string, language: string | null, onStore = stored) {
  document.documentElement.lang = code
  vi.resetModules()
  localStorage.setItem('token', 'of-maya')
  const requests = mockServer({
    'GET /api/auth/me': () => meResponse({ ...maya, language }),
    [profile]: onStore,
  })
  const { useSession } = await import('./session.ts')
  const { chooseLanguage } = await import('./language.ts')
  const check = () => useSession.getState().check()
  await check()
  const sent = () => requests.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))
  return { useSession, chooseLanguage, check, sent }
}
const languageOf = ({ useSession }: Awaited<ReturnType<typeof openPage>>) => {
  const { session } = useSession.getState()
  return 'user' in session ? session.user.language : undefined
}

beforeEach(() => void vi.spyOn(location, 'reload').mockReturnValue())

test('an account without a language gets that of the page at the next session check', async () => {
  const page = await openPage('de', null)
  await vi.waitFor(() => expect(languageOf(page)).toBe('de'))
  expect(page.sent()).toEqual([{ language: 'de' }])
})

test('a sign-in gives the language to an account without one', async () => {
  const page = await openPage('de', 'de')
  page.useSession.getState().signIn('user', { user: { ...maya, language: null, token: 'of-maya' } })
  await vi.waitFor(() => expect(page.sent()).toEqual([{ language: 'de' }]))
})

test.each([
  ['de', 'en'],
  ['de', 'de'],
  ['en', null],
  ['en-XA', null],
])('a page in %s does not change an account with %s', async (code, language) => {
  const page = await openPage(code, language)
  await vi.dynamicImportSettled()
  expect(page.sent()).toEqual([])
})

test('a language that was chosen without a connection is sent when the server answers again', async () => {
  const offline = await openPage('en', 'en', networkError)
  offline.chooseLanguage('de')
  await vi.waitFor(() => expect(offline.sent()).toHaveLength(1))
  const next = await openPage('de', 'en')
  await vi.waitFor(() => expect(languageOf(next)).toBe('de'))
  expect(next.sent()).toEqual([{ language: 'de' }])
  const last = await openPage('de', 'en')
  expect(last.sent()).toEqual([])
})

test('a choice of the default language is sent, too', async () => {
  const offline = await openPage('de', 'de', networkError)
  offline.chooseLanguage('en')
  await vi.waitFor(() => expect(offline.sent()).toHaveLength(1))
  const next = await openPage('en', 'de')
  await vi.waitFor(() => expect(next.sent()).toEqual([{ language: 'en' }]))
})

test('a choice that the server refuses, or that the account has already, is not kept', async () => {
  const refused = await openPage('en', 'en', () => errorResponse(403, 'no-right', 'No'))
  refused.chooseLanguage('de')
  await vi.waitFor(() => expect(localStorage.getItem('thirty-unsent-language')).toBeNull())
  const offline = await openPage('en', 'en', networkError)
  offline.chooseLanguage('de')
  await vi.waitFor(() => expect(offline.sent()).toHaveLength(1))
  const elsewhere = await openPage('de', 'de')
  expect(elsewhere.sent()).toEqual([])
  expect(localStorage.getItem('thirty-unsent-language')).toBeNull()
})

test('a logout removes a choice that was not sent', async () => {
  const page = await openPage('en', 'en', networkError)
  page.chooseLanguage('de')
  await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
  page.useSession.getState().logOut()
  expect(localStorage.getItem('thirty-unsent-language')).toBeNull()
})
