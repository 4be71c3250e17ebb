// @vitest-environment happy-dom
import type { Text } from '@thirty/contracts/texts/text.ts'
import { beforeEach, expect, test, vi } from 'vitest'

/** Loads the modules as on a page in German. */
async function loadGerman() {
  document.documentElement.lang = 'de'
  vi.resetModules()
  const { serverText } = await import('./server-text.ts')
  const { formatList, formatPoints } = await import('./t.ts')
  const { formatChallengeEnd, formatDate } = await import('../ui/display/time.tsx')
  const { requestFailedFrom } = await import('../http/request-failed.ts')
  const { say, onWire } = await import('@thirty/contracts/texts/text.ts')
  const limits = await import('@thirty/contracts/endpoints/limits.ts')
  const formats = { formatChallengeEnd, formatDate, formatList, formatPoints }
  return { serverText, say, onWire, limits, requestFailedFrom, ...formats }
}

beforeEach(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})

test('a text of the server is shown in the language of the page, also at its field', async () => {
  const { requestFailedFrom } = await loadGerman()
  const problem = {
    success: false,
    code: 'invalid-fields',
    message: 'Password is required',
    text: { code: 'passwordRequired' },
    errors: { password: 'Password is required', name: 'Not known' },
    errorTexts: { password: { code: 'passwordRequired' } },
  }
  expect(requestFailedFrom(422, problem)).toMatchObject({
    message: 'Das Passwort fehlt',
    errors: { password: 'Das Passwort fehlt', name: 'Not known' },
  })
})

test('the values in a text of the server have the form of the language', async () => {
  const { serverText, say, onWire } = await loadGerman()
  const shown = (said: Text) => serverText({ ...onWire(said), message: 'in English' })
  expect(shown(say('dayNotStarted', { day: 7 }))).toBe('Tag 7 hat noch nicht begonnen')
  expect(shown(say('atMostCharacters', { count: 2_048 }))).toBe('Höchstens 2.048 Zeichen')
  expect(shown(say('dayRated', { day: 7, score: { number: 4, digits: 1 } }))).toBe('Tag 7 mit 4,0 bewertet')
})

test('a page in German says texts of the contracts in German by itself', async () => {
  const { say } = await loadGerman()
  expect(say('atMostCharacters', { count: 2_048 }).message).toBe('Höchstens 2.048 Zeichen')
})

test('a text about a limit is shown with its reason and how long to wait', async () => {
  const { serverText, onWire, limits } = await loadGerman()
  const { limitMessage, limitReasons, refusedReasons, otherReasons } = limits
  const shown = (said: Text) => serverText({ ...onWire(said), message: 'in English' })
  expect(shown(limitMessage(limitReasons['sign-up'] ?? otherReasons.tooOften, 240))).toBe(
    'Aus deinem Netz registrieren sich gerade viele. Versuche es in 4 Minuten noch einmal.',
  )
  for (const reason of [limitReasons, refusedReasons, otherReasons].flatMap((each) => Object.values(each)))
    for (const seconds of [1, 30, 60, 120, 3_600, 7_200])
      expect(shown(limitMessage(reason, seconds))).toMatch(
        /^(?!.*(your network|Too many|too often|You )).*\. Versuche es in \d+ (Sekunde|Minute|Stunde)n? noch einmal\.$/,
      )
})

test('a text that this page does not know is shown as the server has written it', async () => {
  const { serverText } = await loadGerman()
  expect(serverText({ message: 'Something new (and odd).', text: { code: 'newer' } })).toBe(
    'Something new (and odd).',
  )
  expect(serverText({ message: 'Without a code.' })).toBe('Without a code.')
})

test('an English page shows the texts of the server', async () => {
  const { serverText } = await import('./server-text.ts')
  const { onWire, say } = await import('@thirty/contracts/texts/text.ts')
  expect(serverText(onWire(say('dayNotStarted', { day: 7 })))).toBe('Day 7 has not started yet')
})

test('numbers and dates have the form of the language', async () => {
  const { formatPoints, formatDate } = await loadGerman()
  expect(formatPoints(1234.56)).toBe('1.234,6')
  expect(formatDate(Date.parse('2026-11-18T12:00:00Z'))).toBe('18. Nov. 2026')
})

test('the month of the end stands in sentences, where "Dez." would end one with two full stops', async () => {
  const { formatChallengeEnd } = await loadGerman()
  const { until } = formatChallengeEnd('2026-12-07T17:30:00.000Z', 'UTC', Date.parse('2026-11-20T10:00:00Z'))
  expect(until).toContain('7. Dezember')
})

test('lists have the form of the language', async () => {
  const { formatList } = await loadGerman()
  expect(formatList(['Rafael', 'Maya'])).toBe('Rafael und Maya')
})
