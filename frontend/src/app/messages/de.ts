import type { Translation } from '../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  projects: 'Projekte',

  skipToContent: 'Zum Inhalt springen',
  main: 'Hauptnavigation',
  more: 'Mehr',
  home: 'Start',
  today: 'Heute',
  board: 'Rangliste',
  admin: 'Admin',
  logOut: 'Abmelden',
  startPage: 'Thirty, Startseite',
  dashboardPage: 'Thirty, Dashboard',
  yourProfile: 'Dein Profil, {name}',
  lookAround: 'Bis dahin kannst du dich umsehen, aber nichts einreichen, bewerten oder kommentieren.',

  offline: 'Du bist offline',
  offlineText: 'Diese Seite öffnet sich von selbst, sobald du wieder verbunden bist.',
  serverAway: 'Der Server ist nicht erreichbar. Diese Seite öffnet sich von selbst, sobald er antwortet.',
  notLoaded: 'Diese Seite konnte nicht geladen werden',
  notLoadedText: 'Thirty wurde aktualisiert, während du es offen hattest. <link>Zur Startseite</link>',
  failed: 'Auf dieser Seite ist etwas schiefgegangen',
  failedText: 'Der Rest von Thirty funktioniert weiter. <link>Zur Startseite</link>',
  reload: 'Seite neu laden',
}
