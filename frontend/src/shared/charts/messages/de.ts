import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  viewAsTable: 'Als Tabelle anzeigen',
  day: 'Tag',
  dayNumber: 'Tag {day}',
  title: 'Titel',
  score: 'Wertung',
  notRatedYet: 'noch nicht bewertet',
  rejected: 'abgelehnt',
  missed: 'verpasst',
  toCome: 'kommt noch',
  opensOnDay: 'öffnet an Tag {day}',
  todayOpen: 'heute, offen',
  todaySubmitted: 'heute, eingereicht',
  todayScore: 'heute, {score}',
  range: '{from} bis {to}',
  below: 'unter {limit, number}',
  stripSummary: '{days} Tage von {name}: {parts}',
  countSubmitted: '{count} eingereicht',
  countMissed: '{count, plural, =0 {keiner} other {#}} verpasst',
  countRejected: '{count, number} abgelehnt',
  average: 'Durchschnitt {score}',
}
