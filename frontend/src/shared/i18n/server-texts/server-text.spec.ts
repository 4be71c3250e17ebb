// @vitest-environment happy-dom
import {
  limitMessage,
  limitReasons,
  otherReasons,
  refusedReasons,
} from '@thirty/contracts/rules/limit-messages.ts'
import { beforeEach, expect, test, vi } from 'vitest'

/** Loads the modules as on a page in German. */
async function loadGerman() {
  document.documentElement.lang = 'de'
  vi.resetModules()
  const { serverText } = await import('./server-text.ts')
  const { formatPoints } = await import('../../format/format-points.ts')
  const { formatList } = await import('../../format/format-list.ts')
  const { formatDate } = await import('../../format/format-time.ts')
  const { requestFailedFrom } = await import('../../http/request-failed.ts')
  return { serverText, formatList, formatPoints, formatDate, requestFailedFrom }
}

beforeEach(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})

test('a text of the server is shown in the language of the page', async () => {
  const { requestFailedFrom } = await loadGerman()
  const problem = {
    success: false,
    code: 'invalid-fields',
    message: 'Password is required',
    errors: { password: 'Password is required' },
  }
  expect(requestFailedFrom(422, problem)).toMatchObject({
    message: 'Das Passwort fehlt',
    errors: { password: 'Das Passwort fehlt' },
  })
})

test('the values in a text of the server are kept', async () => {
  const { serverText } = await loadGerman()
  expect(serverText('Day 7 has not started yet')).toBe('Tag 7 hat noch nicht begonnen')
  expect(serverText('At most 2,048 characters')).toBe('Höchstens 2.048 Zeichen')
  expect(serverText('Day 7 rated 4.0')).toBe('Tag 7 mit 4,0 bewertet')
  expect(serverText('reached 1017.5 first')).toBe('1.017,5 Punkte früher erreicht')
})

test('a text about a limit is shown with its reason and how long to wait', async () => {
  const { serverText } = await loadGerman()
  expect(serverText('Many people are signing up from your network. Try again in 4 minutes.')).toBe(
    'Aus deinem Netz registrieren sich gerade viele. Versuche es in 4 Minuten noch einmal.',
  )
  for (const reason of [
    ...Object.values(limitReasons),
    ...Object.values(refusedReasons),
    ...Object.values(otherReasons),
  ])
    for (const seconds of [1, 30, 60, 120, 3_600, 7_200])
      expect(serverText(limitMessage(reason, seconds).message)).toMatch(
        /^(?!.*(your network|Too many|too often|You )).*\. Versuche es in \d+ (Sekunde|Minute|Stunde)n? noch einmal\.$/,
      )
})

test('a text that has no translation is shown as the server has written it', async () => {
  const { serverText } = await loadGerman()
  expect(serverText('Something new (and odd).')).toBe('Something new (and odd).')
})

test('an English page shows the texts of the server', async () => {
  const { serverText } = await import('./server-text.ts')
  expect(serverText('Day 7 has not started yet')).toBe('Day 7 has not started yet')
})

test('numbers and dates have the form of the language', async () => {
  const { formatPoints, formatDate } = await loadGerman()
  expect(formatPoints(1234.56)).toBe('1.234,6')
  expect(formatDate(Date.parse('2026-11-18T12:00:00Z'))).toBe('18. Nov. 2026')
})

test('lists have the form of the language', async () => {
  const { formatList } = await loadGerman()
  expect(formatList(['Rafael', 'Maya'])).toBe('Rafael und Maya')
})
