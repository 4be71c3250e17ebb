import type { Translation } from '../../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  sessions: 'Sitzungen',
  sessionsOf: 'Sitzungen von {name}',
  sessionCount: '<b>{count, number}</b> {count, plural, one {Sitzung} other {Sitzungen}}',
  sessionCountSeen:
    '<b>{count, number}</b> {count, plural, one {Sitzung} other {Sitzungen}}, zuletzt aktiv: <time>vor Kurzem</time>',
  loading: 'Sitzungen werden geladen',
  loadFailed: 'Die Sitzungen konnten nicht geladen werden',
  none: 'Keine aktiven Sitzungen seit dem letzten Neustart.',
  endAll: 'Sitzungen beenden',
  endAllQuestion: 'Alle Sitzungen von {name} beenden?',
  endAllExplanation: 'Das Konto wird überall abgemeldet und kann sich sofort wieder anmelden.',
  endOwnExplanation: 'Du wirst überall abgemeldet, auch in diesem Browser.',
  endFailed: 'Die Sitzungen konnten nicht beendet werden. Bitte versuche es noch einmal.',
  ended: '{name} wurde überall abgemeldet',
}
