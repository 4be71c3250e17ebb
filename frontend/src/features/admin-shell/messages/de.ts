import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  admin: 'Admin',
  adminArea: 'Admin-Bereich',
  adminLeaderboard: 'Thirty, Rangliste für Admins',
  expandSidebar: 'Seitenleiste ausklappen',
  collapseSidebar: 'Seitenleiste einklappen',
  menu: 'Menü',
  closeMenu: 'Menü schließen',
  logOut: 'Abmelden',

  accountOf: 'Mein Konto: {name}',
  waitingForReview: 'in Prüfung',
  submissionsWaiting: '{count, plural, one {1 Einreichung} other {# Einreichungen}} in Prüfung',

  search: 'Teilnehmende und Projekte suchen',
  searchShort: 'Teilnehmende und Projekte',
  searching: 'Suche läuft',
  searchFailed: 'Die Suche ist fehlgeschlagen',
  somethingWentWrong: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
  retry: 'Erneut versuchen',
  nothingMatches: 'Kein Name und kein Projekt passt zu „{query}“',
  found: 'Gefunden',
  participants: 'Teilnehmende',
  projects: 'Projekte',
  allSubmissions: 'Alle Einreichungen',
  allSubmissionsThatMatch: 'Alle Einreichungen zu „{query}“',
  enterKey: 'Enter',
  participantsFound: '{count, plural, one {1 Person} other {# Personen}} gefunden',
  projectsFound: '{count, plural, one {1 Projekt} other {# Projekte}} gefunden',
  bothFound:
    '{participants, plural, one {1 Person} other {# Personen}} und {projects, plural, one {1 Projekt} other {# Projekte}} gefunden',
}
