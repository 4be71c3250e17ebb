// @vitest-environment happy-dom
import type { NotificationContent } from '@thirty/contracts/notifications/notification-text.ts'
import { afterEach, expect, test, vi } from 'vitest'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const project = { _id: 'r1-d4-maya', projectName: 'Kanban', day: 4 }
const base = { id: 'a', position: '20', at: '2026-11-20T10:00:00.000Z', isUnread: false }
const person = (fullName: string) => ({ _id: fullName, fullName, profileImage: null })
const by = (names: readonly string[], others = 0) => ({ project, people: names.map(person), others })
const rated = { ...base, kind: 'rated', average: 4.25, count: 2 } as const
const later = '2026-11-21T00:00:00.000Z'
const earlier = '2026-11-20T00:00:00.000Z'

const sentences: readonly [NotificationContent, string, string][] = [
  [{ ...base, kind: 'approved', project }, 'Kanban (day 4) was approved', 'Kanban (Tag 4) wurde freigegeben'],
  [
    { ...base, kind: 'rejected', project, reason: null },
    'Kanban (day 4) was rejected',
    'Kanban (Tag 4) wurde abgelehnt',
  ],
  [
    { ...base, kind: 'rejected', project, reason: 'No {link}' },
    'Kanban (day 4) was rejected: No {link}',
    'Kanban (Tag 4) wurde abgelehnt: No {link}',
  ],
  [
    { ...base, kind: 'approved', project, imported: true },
    'Kanban (day 4) was approved (imported)',
    'Kanban (Tag 4) wurde freigegeben (importiert)',
  ],
  [
    { ...base, kind: 'rejected', project, reason: 'No link', imported: true },
    'Kanban (day 4) was rejected (imported): No link',
    'Kanban (Tag 4) wurde abgelehnt (importiert): No link',
  ],
  [
    { ...rated, official: true, imported: true, ...by(['Somebody elsewhere']) },
    'Somebody elsewhere rated Kanban (day 4): 4.3 of 5 (official) (imported)',
    'Bewertung von Somebody elsewhere für Kanban (Tag 4): 4,3 von 5 (offiziell) (importiert)',
  ],
  [
    { ...rated, official: true, ...by(['Ana']) },
    'Ana rated Kanban (day 4): 4.3 of 5 (official)',
    'Bewertung von Ana für Kanban (Tag 4): 4,3 von 5 (offiziell)',
  ],
  [
    { ...rated, official: false, ...by(['Ana', 'Bob']) },
    'Ana and Bob rated Kanban (day 4): 4.3 of 5 (2 ratings)',
    'Bewertung von Ana und Bob für Kanban (Tag 4): 4,3 von 5 (2 Bewertungen)',
  ],
  [
    { ...rated, official: false, count: 1, ...by([]) },
    'Somebody rated Kanban (day 4): 4.3 of 5 (1 rating)',
    'Bewertung von jemandem für Kanban (Tag 4): 4,3 von 5 (1 Bewertung)',
  ],
  [{ ...base, kind: 'liked', ...by(['Ana']) }, 'Ana liked Kanban (day 4)', 'Like von Ana für Kanban (Tag 4)'],
  [
    { ...base, kind: 'liked', ...by(['Ana', 'Bob', 'Eve'], 2) },
    'Ana and 4 others liked Kanban (day 4)',
    'Like von Ana und 4 weiteren für Kanban (Tag 4)',
  ],
  [
    { ...base, kind: 'commented', comment: 'Great', ...by(['Ana', 'Bob', 'Eve']) },
    'Ana and 2 others commented on Kanban (day 4)',
    'Kommentar von Ana und 2 weiteren zu Kanban (Tag 4)',
  ],
  [
    { ...base, kind: 'waiting', project, by: person('Ana') },
    'Ana submitted Kanban (day 4)',
    'Ana hat Kanban (Tag 4) eingereicht',
  ],
  [
    { ...base, kind: 'challenge-started', run: 1, startsAt: earlier },
    'The challenge has started',
    'Die Challenge hat begonnen',
  ],
  [
    { ...base, kind: 'challenge-scheduled', run: 1, startsAt: later },
    'The start of the challenge is scheduled',
    'Der Beginn der Challenge steht fest',
  ],
  [
    { ...base, kind: 'challenge-scheduled', run: 1, startsAt: earlier },
    'The challenge has started',
    'Die Challenge hat begonnen',
  ],
  [
    { ...base, kind: 'schedule-cancelled', run: 1 },
    'The scheduled start of the challenge was canceled',
    'Der geplante Beginn der Challenge wurde abgesagt',
  ],
  [
    { ...base, kind: 'challenge-end-set', run: 1, endsAt: later },
    'The end of the challenge is set',
    'Das Ende der Challenge steht fest',
  ],
  [
    { ...base, kind: 'challenge-end-set', run: 1, endsAt: earlier },
    'The challenge has ended',
    'Die Challenge ist zu Ende',
  ],
  [
    { ...base, kind: 'challenge-end-undone', run: 1 },
    'The challenge is open again',
    'Die Challenge ist wieder offen',
  ],
  [
    { ...base, kind: 'challenge-reset', run: 1 },
    'The challenge was reset',
    'Die Challenge wurde zurückgesetzt',
  ],
  [
    { ...base, kind: 'challenge-restored', run: 1 },
    'The challenge was restored from a backup',
    'Die Challenge wurde aus einer Sicherung wiederhergestellt',
  ],
]

/** Loads the module as on a page in a language. */
async function load(language: string) {
  document.documentElement.lang = language
  vi.resetModules()
  return (await import('./notifications-panel.tsx')).formatNotification
}

afterEach(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})

test.each([
  ['en', 1],
  ['de', 2],
] as const)('every kind of notification is a sentence in %s', async (language, column) => {
  const formatNotification = await load(language)
  expect(sentences.map(([notification]) => formatNotification(notification, now))).toEqual(
    sentences.map((row) => row[column]),
  )
})
