import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  userManagement: 'Konten',
  counts: '{users, plural, one {1 Konto} other {# Konten}}, {active, number} aktiv',
  importParticipants: 'Teilnehmende importieren',
  listSubject: 'Liste',
  findUser: 'Konto suchen',
  status: 'Status',
  all: 'Alle',
  active: 'Aktiv',
  inactive: 'Inaktiv',
  pending: 'In Prüfung',
  sortBy: 'Sortieren nach',
  joined: 'Dabei seit',
  name: 'Name',
  submissions: 'Einreichungen',

  users: 'Konten',
  couldNotFetch: 'Die Konten konnten nicht geladen werden',
  noMatch: 'Kein Konto passt',
  none: 'Noch keine Konten',
  newAppearHere: 'Neue Konten erscheinen hier live.',
  found: '{count, number} gefunden',
  showing: '{count, number} angezeigt',
  showingOf: '{count, number} von {total, number} angezeigt',

  admin: 'Admin',
  joinedOn: 'Dabei seit <time></time>',
  noDate: 'Kein Datum',
  submissionCount: '<b>{count, number}</b> {count, plural, one {Einreichung} other {Einreichungen}}',
  recentProjects: 'Neueste Projekte',
  publicProfile: 'Öffentliches Profil',
  viewAllProjects: 'Alle Projekte ansehen',
  loadingProjects: 'Die Projekte werden geladen',
  projectsFailed: 'Die Projekte konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  noRecentProjects: 'Noch keine Projekte',
  moreProjects:
    '{count, plural, one {1 weiteres Projekt wird nicht angezeigt} other {# weitere Projekte werden nicht angezeigt}}',

  activate: 'Aktivieren',
  activateQuestion: '{name} aktivieren?',
  activateParticipant:
    'Mit dem Konto kann man sich anmelden und Projekte einreichen, und es steht in der Rangliste.',
  activateAdmin: 'Mit dem Konto kann man sich anmelden und den Admin-Bereich benutzen.',
  activated: '{name} aktiviert',
  deactivate: 'Deaktivieren',
  deactivateQuestion: '{name} deaktivieren?',
  deactivateParticipant:
    'Das Konto wird überall abgemeldet und verschwindet aus der Rangliste. Anmelden geht erst wieder, wenn du es aktivierst. Projekte und Punkte bleiben erhalten.',
  deactivateAdmin: 'Das Konto wird überall abgemeldet. Anmelden geht erst wieder, wenn du es aktivierst.',
  deactivated: '{name} deaktiviert',
  statusNotChanged: 'Der Status konnte nicht geändert werden. Bitte versuche es noch einmal.',
}
