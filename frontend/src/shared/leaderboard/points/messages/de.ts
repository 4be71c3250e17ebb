import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  change: 'Änderung',
  eventsBehindTotal: 'Alle Ereignisse hinter dieser Summe. Die Änderungen ergeben sie.',
  loadingPoints: 'Die Punkte werden geladen',
  noPoints: 'Noch keine Punkte',
  pointsByEvent: 'Punkte nach Ereignis',
  pointsExplained: 'Punkte erklärt',
  pointsFailed: 'Die Punkte konnten nicht geladen werden',
  pointsOf: 'Punkte von {name}',
  pointsOfExplained: 'Punkte von {name} erklärt',
  pointsRule:
    '{projects, number} pro Projekt, {quality, number} pro Qualitätspunkt, {streak, number} pro Tag der Serie.',
  total: 'Gesamt',
  totalOverTime:
    'Gesamtpunkte im Verlauf: {points} Punkte nach {count, plural, one {# Änderung} other {# Änderungen}}',
  tryLater: 'Bitte versuche es später noch einmal.',
  whatHappened: 'Ereignis',
}
