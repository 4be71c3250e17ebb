import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  sessions: 'Sitzungen',
  explanation:
    'Hier bist du angemeldet. Beende eine Sitzung, wenn du ein Gerät verloren oder einen fremden Computer benutzt hast.',
  loading: 'Deine Sitzungen werden geladen',
  loadFailed: 'Deine Sitzungen konnten nicht geladen werden.',
  yourSessions: 'Deine Sitzungen',
  thisBrowser: 'Dieser Browser',
  noOthers: 'Keine weiteren aktiven Sitzungen.',
  logOut: 'Abmelden',
  logOutOf: '{device} abmelden',
  logOutQuestion: '{device} abmelden?',
  logOutExplanation: 'Diese Sitzung endet sofort. Danach kannst du dich dort neu anmelden.',
  logOutFailed: 'Die Sitzung konnte nicht beendet werden. Bitte versuche es noch einmal.',
  loggedOut: '{device} wurde abgemeldet.',
  logOutOthers: 'Alle anderen Sitzungen abmelden',
  logOutOthersQuestion: 'Alle anderen Sitzungen abmelden?',
  logOutOthersExplanation: 'Alle deine Sitzungen enden sofort, nur dieser Browser bleibt angemeldet.',
  logOutOthersFailed: 'Die Sitzungen konnten nicht beendet werden. Bitte versuche es noch einmal.',
  othersLoggedOut: 'Alle anderen Sitzungen wurden abgemeldet.',
}
