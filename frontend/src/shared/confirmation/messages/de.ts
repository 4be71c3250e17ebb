import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  confirmTitle: 'Bestätige, dass du es bist',
  confirmText:
    'Deine Anmeldung ist schon eine Weile her. Danach wirst du zehn Minuten lang nicht noch einmal gefragt.',
  loadFailed: 'Die Möglichkeiten zur Bestätigung konnten nicht geladen werden',
  failed: 'Das hat nicht geklappt. Bitte versuche es noch einmal.',
  password: 'Passwort',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
  confirmWithPasskey: 'Mit einem Passkey bestätigen',
  appCode: 'Code aus der App',
  useCodeInstead: 'Code der App benutzen',
  usePasswordInstead: 'Passwort benutzen',
  logInAgain: 'Dein Konto hat kein Passwort. Melde dich ab und wieder an, um das zu tun.',
}
