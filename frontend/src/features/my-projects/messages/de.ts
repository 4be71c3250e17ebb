import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  dashboard: 'Dashboard',
  myProjects: 'Meine Projekte',
  newProject: 'Neues Projekt',
  projects: 'Projekte',
  fetchFailed: 'Die Projekte konnten nicht geladen werden',
  fetchError: 'Beim Laden der Projekte ist ein Fehler aufgetreten',
  checkConnection: 'Prüfe deine Verbindung und versuche es noch einmal.',
  noProjects: 'Noch keine Projekte',
  noProjectsText: 'Deine Projekte erscheinen hier nach Tagen, mit Prüfung und Bewertungen.',
  submitFirst: 'Erstes Projekt einreichen',

  countSubmitted: '{count} eingereicht',
  countApproved: '{count} freigegeben',
  countPending: '{count} in Prüfung',
  countRejected: '{count} abgelehnt',
  average: 'Durchschnitt {average}.',
  thirtyDays: 'Deine dreißig Tage',
  you: 'dir',
  day: 'Tag {day}',
  stripLegend:
    'Jeder Strich ist ein Tag. Je höher, desto besser die Wertung. Ein Umriss ist noch nicht bewertet.',

  projectsByDay: 'Projekte nach Tagen',
  reason: 'Grund: {reason}',
  noReason: 'Es wurde kein Grund genannt.',
  madeWith: 'Entwickelt mit',
  notRatedYet: 'Noch nicht bewertet',
  likes: '{count, plural, one {# Like} other {# Likes}}',
  comments: '{count, plural, one {# Kommentar} other {# Kommentare}}',
  viewFeedback: 'Feedback ansehen',
  revise: 'Überarbeiten',
  withdraw: 'Zurückziehen',
  withdrawQuestion: '{project} zurückziehen?',
  withdrawText:
    'Tag {day} wird wieder frei. Die Bewertungen, Likes und Kommentare dieses Projekts werden gelöscht.',
  withdrawn: '{project} wurde zurückgezogen. Tag {day} ist wieder frei.',
  notWithdrawn: 'Das Projekt konnte nicht zurückgezogen werden. Bitte versuche es noch einmal.',
}
