import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  day: 'Tag {day}',
  liveDemo: 'Live-Demo',
  repository: 'Repository',
  live: 'Live',
  code: 'Code',
  wasRejected: 'Tag {day}, {project}, wurde abgelehnt.',
  wereRejected: '{count, number} deiner Projekte wurden abgelehnt',
  reviseDay: 'Tag {day} überarbeiten',
  reason: 'Grund: {reason}',
  noReason: 'Es wurde kein Grund genannt.',
  dayIsIn: 'Tag {day} ist eingereicht.',
  viewProject: 'Projekt ansehen',
  searchProjects: 'Name oder Beschreibung suchen',
  language: 'Sprache',
  allLanguages: 'Alle Sprachen',
  dayFilter: 'Tag',
  allDays: 'Alle Tage',
  filters: 'Filter',
  showProjects: 'Projekte anzeigen',
  clearAll: 'Alles zurücksetzen',
  noProjectMatches: 'Kein Projekt passt',
  backToTop: 'Nach oben',
}
