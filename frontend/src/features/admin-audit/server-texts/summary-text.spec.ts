// @vitest-environment happy-dom
import type { AuditEntry } from '@thirty/contracts/api/admin/audit.ts'
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})

/** Loads the module as on a page in German. */
async function loadGerman() {
  document.documentElement.lang = 'de'
  return (await import('./summary-text.ts')).summaryText
}

const entryOf = (summary: string, subject = 'Kanban', actor: string | null = 'Ines'): AuditEntry => ({
  id: 'e1',
  position: '12',
  at: '2026-01-05T12:00:00.000Z',
  run: 1,
  action: 'project-approved',
  actor: actor === null ? null : { _id: 'u1', name: actor, avatar: null },
  subject: { kind: 'project', id: 's1', name: subject },
  summary,
  before: {},
  after: {},
})

test.each([
  [
    'The webhook to Kanban was turned off: the receiver is gone (410)',
    'Der Webhook an Kanban wurde abgeschaltet: Den Empfänger gibt es nicht mehr (410)',
  ],
  ['Ines approved Kanban (Day 4, Maya)', 'Ines hat Kanban freigegeben (Tag 4, Maya)'],
  ['Ines rejected Kanban (Day 4, Maya)', 'Ines hat Kanban abgelehnt (Tag 4, Maya)'],
  [
    'Ines rejected Kanban (Day 4, Maya): The link (live): broken',
    'Ines hat Kanban abgelehnt (Tag 4, Maya): The link (live): broken',
  ],
  ['Ines rated Kanban (Day 4, Maya) 3.0 of 5', 'Ines hat Kanban mit 3,0 von 5 bewertet (Tag 4, Maya)'],
  [
    'Ines rated Kanban (Day 4, Maya) 4.2 of 5 again',
    'Ines hat Kanban erneut mit 4,2 von 5 bewertet (Tag 4, Maya)',
  ],
  [
    'Ines removed a comment by Deleted participant on Kanban (Day 4, Maya)',
    'Ines hat einen Kommentar von Gelöschtes Konto zu Kanban entfernt (Tag 4, Maya)',
  ],
  ['Ines removed the discussion “Kanban” by Tom', 'Ines hat die Diskussion „Kanban“ von Tom entfernt'],
  ['Ines exported the backup “Kanban” as a file', 'Ines hat die Sicherung „Kanban“ als Datei exportiert'],
  ['Ines deactivated Kanban', 'Ines hat das Konto von Kanban deaktiviert'],
  [
    'Ines changed the role of Kanban from owner to reviewer',
    'Ines hat die Rolle von Kanban von Leitung zu Jury geändert',
  ],
  [
    'Ines invited an admin with the role viewer',
    'Ines hat jemanden als Admin eingeladen, mit der Rolle Einsicht',
  ],
  [
    'Ines used an invitation by Operator with the role viewer',
    'Ines hat eine Einladung von Betreiber mit der Rolle Einsicht benutzt',
  ],
  ['Ines started the challenge', 'Ines hat die Challenge gestartet'],
  ['Ines switched notifications off', 'Ines hat umgeschaltet: Benachrichtigungen aus'],
  [
    'Ines switched notifications on and email reminders off',
    'Ines hat umgeschaltet: Benachrichtigungen an, Erinnerungen per E-Mail aus',
  ],
  [
    'Ines switched normalized scores on and set the ratings per project to 3',
    'Ines hat umgeschaltet: angeglichene Bewertungen an, und die gewünschte Zahl der Bewertungen je Projekt auf 3 gesetzt',
  ],
  [
    'Ines set the ratings per project to 3',
    'Ines hat die gewünschte Zahl der Bewertungen je Projekt auf 3 gesetzt',
  ],
  [
    'Ines declared a conflict of interest with Kanban',
    'Ines hat einen Interessenkonflikt mit Kanban angegeben',
  ],
  [
    'Ines removed the conflict of interest of Tom with Kanban',
    'Ines hat den Interessenkonflikt von Tom mit Kanban entfernt',
  ],
  [
    'Ines chose the project of Kanban for Day 3 for calibration',
    'Ines hat das Projekt von Kanban für Tag 3 zur Kalibrierung gewählt',
  ],
  ['Kanban added an authenticator app', 'Kanban hat eine Authenticator-App hinzugefügt'],
  ['Kanban renamed the passkey “A” to “B”', 'Kanban hat den Passkey „A“ in „B“ umbenannt'],
  [
    'Ines reset the two-factor sign-in of Kanban',
    'Ines hat die Zwei-Faktor-Anmeldung von Kanban zurückgesetzt',
  ],
  [
    'Ines switched two-factor sign-in for owners on',
    'Ines hat umgeschaltet: Zwei-Faktor-Anmeldung für die Leitung an',
  ],
  ['Ines revealed the final standings', 'Ines hat den Endstand enthüllt'],
  ['Ines canceled the freeze of the leaderboard', 'Ines hat das Einfrieren der Rangliste abgesagt'],
  [
    'Ines hid a comment by Tom on Kanban (Day 4, Maya): Rude (again): no',
    'Ines hat einen Kommentar von Tom zu Kanban ausgeblendet (Tag 4, Maya): Rude (again): no',
  ],
  [
    'Ines unhid a comment by Tom on Kanban (Day 4, Maya)',
    'Ines hat einen Kommentar von Tom zu Kanban wieder eingeblendet (Tag 4, Maya)',
  ],
  [
    'Ines hid the discussion “Kanban” by Tom: Spam',
    'Ines hat die Diskussion „Kanban“ von Tom ausgeblendet: Spam',
  ],
  ['Ines unhid a reply by Tom to “Kanban”', 'Ines hat eine Antwort von Tom auf „Kanban“ wieder eingeblendet'],
  ['Ines created the backup “Kanban” of run 2', 'Ines hat die Sicherung „Kanban“ der Runde 2 angelegt'],
])('the sentence "%s" is shown in German', async (summary, german) => {
  const summaryText = await loadGerman()
  expect(summaryText(entryOf(summary))).toBe(german)
})

test('names may contain the words of a sentence', async () => {
  const summaryText = await loadGerman()
  const entry = entryOf('A approved B rejected C (Day 1) (Day 4, Maya)', 'C (Day 1)', 'A approved B')
  expect(summaryText(entry)).toBe('A approved B hat C (Day 1) abgelehnt (Tag 4, Maya)')
})

test('the product itself has a German name', async () => {
  const summaryText = await loadGerman()
  expect(summaryText(entryOf('The system reset the challenge: run 2 began', 'Challenge', null))).toBe(
    'Das System hat die Challenge zurückgesetzt: Runde 2 hat begonnen',
  )
})

test('a sentence without a translation is shown as the server has written it', async () => {
  const summaryText = await loadGerman()
  expect(summaryText(entryOf('Ines painted Kanban red'))).toBe('Ines painted Kanban red')
})

const times = [
  ['scheduled the start of the challenge for', 'hat den Start der Challenge geplant:', 'startsAt'],
  ['set the end of the challenge to', 'hat das Ende der Challenge festgelegt:', 'endsAt'],
  ['froze the leaderboard as of', 'hat die Rangliste eingefroren, Stand:', 'frozenAt'],
  [
    'set the networks of an on-site event until',
    'hat die Netze einer Veranstaltung vor Ort eingetragen, bis',
    'eventEnd',
  ],
] as const
test.each(times)('the time in "%s" is shown as screens show times', async (words, german, field) => {
  const at = '2026-03-01T08:05:00.000Z'
  const entry = { ...entryOf(`Ines ${words} 2026-03-01 08:05 UTC`), after: { [field]: at } }
  const english = await import('./summary-text.ts')
  const { formatDateWithClockTime } = await import('../../../shared/format/format-time.ts')
  const shown = formatDateWithClockTime(Date.parse(at))
  expect(shown).toMatch(/^(Feb 28|Mar 1|Mar 2), 2026, \d+:\d5.[AP]M$/)
  expect(english.summaryText(entry)).toBe(`Ines ${words} ${shown}`)

  vi.resetModules()
  const summaryText = await loadGerman()
  const { formatDateWithClockTime: formatGerman } = await import('../../../shared/format/format-time.ts')
  expect(summaryText(entry)).toBe(`Ines ${german} ${formatGerman(Date.parse(at))}`)
})

test('an English page shows the sentences of the server', async () => {
  const { summaryText } = await import('./summary-text.ts')
  expect(summaryText(entryOf('Ines approved Kanban (Day 4, Maya)'))).toBe(
    'Ines approved Kanban (Day 4, Maya)',
  )
})

test('an entry from a file without a known signature is shown in German', async () => {
  const summaryText = await loadGerman()
  const entry = entryOf(
    'Somebody elsewhere approved Kanban (Day 4, Somebody elsewhere) (imported)',
    'Kanban',
    null,
  )
  expect(summaryText({ ...entry, imported: true })).toBe(
    'Person von anderswo hat Kanban freigegeben (Tag 4, Person von anderswo) (importiert)',
  )
})
