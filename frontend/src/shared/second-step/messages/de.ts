import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  appExplanation: 'Gib den Code ein, den deine Authenticator-App für Thirty anzeigt.',
  passkeyExplanation: 'Benutze einen Passkey dieses Kontos.',
  recoveryExplanation: 'Gib einen deiner Wiederherstellungscodes ein. Jeder funktioniert einmal.',
  code: 'Code',
  codeHint: 'Sechs Ziffern',
  recoveryCode: 'Wiederherstellungscode',
  logIn: 'Anmelden',
  loggingIn: 'Anmeldung läuft …',
  usePasskey: 'Passkey benutzen',
  waitingForPasskey: 'Warten auf den Passkey …',
  useApp: 'Authenticator-App benutzen',
  useRecoveryCode: 'Wiederherstellungscode benutzen',
  startAgain: 'Zurück zum Passwort',
  failed: 'Die Anmeldung ist fehlgeschlagen. Bitte versuche es noch einmal.',
  passkeyNotUsed: 'Der Passkey wurde nicht benutzt. Bitte versuche es noch einmal.',
  logInWithPasskey: 'Mit einem Passkey anmelden',
}
