import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  backlogSummary: 'Projekte in Prüfung am Ende jedes Tages: jetzt {now, number}, höchstens {most, number}',
  backlog: 'In Prüfung',
  waitSummary:
    'Wartezeit nach Tag der Prüfung: heute die Hälfte innerhalb von {median}, neun von zehn innerhalb von {p90}',
  waitSummaryNone: 'Wartezeit nach Tag der Prüfung: heute keine Prüfungen',
  median: 'Die Hälfte geprüft innerhalb von',
  p90: 'Neun von zehn geprüft innerhalb von',
  day: 'Tag',
  reviews: 'Prüfungen',
  minutes: '{count, number} min',
  hours: '{count, number} h',
  days: '{count, plural, one {1 Tag} other {# Tagen}}',
  none: '–',
  reviewerSummary: 'Bewertungen und Prüfungen jedes Admins',
  nobodyYet: 'Noch niemand hat ein Projekt bewertet oder geprüft.',
  reviewer: 'Admin',
  ratings: 'Bewertungen',
  approved: 'Freigegeben',
  rejected: 'Abgelehnt',
}
