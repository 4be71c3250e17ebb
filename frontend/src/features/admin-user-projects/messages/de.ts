import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  userProjects: 'Projekte eines Kontos',
  projectsOf: 'Projekte von {name}',
  backToUsers: 'Zurück zu den Konten',
  projectsSubject: 'Projekte',
  viewingAll: 'Alle Projekte des Kontos #{id}',
  daysOfUser: 'Die dreißig Tage dieses Kontos',
  firstDay: 'Tag 1',
  lastDay: 'Tag 30',
  couldNotFetch: 'Die Projekte konnten nicht geladen werden',
  checkConnection: 'Prüfe deine Verbindung und versuche es noch einmal.',
  none: 'Noch keine Projekte',
  noneOfUser: 'Mit diesem Konto wurde noch kein Projekt eingereicht',
  projectsOfUser: 'Projekte dieses Kontos',
  showing: '{count, plural, one {1 Projekt} other {# Projekte}}',

  projectsByDay: 'Projekte nach Tagen',
  submittedAt: 'Eingereicht am <time></time>',
  viewRating: 'Bewertung ansehen',
  rateProject: 'Bewerten',
  demo: 'Demo',
}
