// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { auditText } from '../../../testing/audit-text.ts'

const at = '2026-03-01T08:05:00.000Z'

/** Loads the module as on a page in a language, with a text of the server as an entry has it. */
async function load(lang: string) {
  vi.resetModules()
  const { say } = await import('@thirty/contracts/texts/text.ts')
  const { formatDateWithClockTime } = await import('../../shared/ui/display/time.tsx')
  const event = auditText('optionsChanged', {
    actor: 'Ines',
    changes: say('bothChanges', {
      first: say('optionsSwitched', { options: say('optionOff', { option: say('notifications') }) }),
      second: say('eventNamed', { time: { time: at } }),
    }),
  })
  const rated = auditText('projectRated', {
    actor: say('deletedPerson'),
    project: '4.0',
    day: 4,
    owner: 'Maya',
    average: { number: 3, digits: 1 },
  })
  document.documentElement.lang = lang
  vi.resetModules()
  const { summaryText } = await import('./audit-texts.ts')
  const shown = ({ message, ...text }: typeof event) => summaryText({ summary: message, text })
  return { shown, event, rated, time: formatDateWithClockTime(Date.parse(at)) }
}

beforeEach(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})

test('a German page says an entry in German, with its words, numbers and names', async () => {
  const { shown, rated } = await load('de')
  expect(rated.message).toBe('Deleted participant rated 4.0 (Day 4, Maya) 3.0 of 5')
  expect(shown(rated)).toBe('Gelöschtes Konto hat 4.0 mit 3,0 von 5 bewertet (Tag 4, Maya)')
})

test('the time in a sentence is shown as screens show times', async () => {
  const english = await load('')
  expect(english.event.message).toBe(
    'Ines switched notifications off and set the networks of an on-site event until 2026-03-01 08:05 UTC',
  )
  expect(english.time).toMatch(/^(Feb 28|Mar 1|Mar 2), 2026, \d+:\d5.[AP]M$/)
  expect(english.shown(english.event)).toBe(
    `Ines switched notifications off and set the networks of an on-site event until ${english.time}`,
  )

  const german = await load('de')
  expect(german.shown(german.event)).toMatch(
    /^Ines hat umgeschaltet: Benachrichtigungen aus, und die Netze einer Veranstaltung vor Ort eingetragen, bis \d+\. (Feb|März)\.? 2026, \d+:\d5$/,
  )
})

test('a German page says in German that the author of a hidden comment has no account any more', async () => {
  const { say } = await import('@thirty/contracts/texts/text.ts')
  const said = auditText('commentHidden', {
    actor: 'Inés Duarte',
    author: say('deletedPerson'),
    project: 'Kanban',
    day: 4,
    owner: 'Maya Lindgren',
  })
  const hidden = {
    action: 'comment-hidden',
    text: say('withReason', { said, reason: 'Advertising' }),
  } as const
  document.documentElement.lang = 'de'
  vi.resetModules()
  const { formatValue } = await import('./audit-texts.ts')
  expect(formatValue('author', 'Deleted participant', hidden)).toBe('Gelöschtes Konto')
  expect(formatValue('author', 'Tom', hidden)).toBe('Tom')
})

test('an entry that this page does not know is shown as the server has written it', async () => {
  const { summaryText } = await import('./audit-texts.ts')
  document.documentElement.lang = 'de'
  expect(summaryText({ summary: 'Ines painted Kanban red', text: { code: 'painted' } })).toBe(
    'Ines painted Kanban red',
  )
})
