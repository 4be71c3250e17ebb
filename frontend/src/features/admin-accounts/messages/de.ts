import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  startPage: 'Thirty, Startseite',
  admin: 'Admin',
  logIn: 'Anmelden',
  loggingIn: 'Wird angemeldet …',
  logInFailed: 'Die Anmeldung ist fehlgeschlagen. Bitte versuche es noch einmal.',
  secondStep: 'Anmeldung bestätigen',
  noAdminRights: 'Dieses Konto hat keine Admin-Rechte',
  emailOrUsername: 'E-Mail-Adresse oder Benutzername',
  registerWithKey: 'Mit einem Admin-Schlüssel registrieren',
  participantLogIn: 'Anmeldung für Teilnehmende',

  register: 'Registrieren',
  registering: 'Wird registriert …',
  registrationFailed: 'Die Registrierung ist fehlgeschlagen. Bitte versuche es noch einmal.',
  logInAsAdmin: 'Als Admin anmelden',
  fullName: 'Vollständiger Name',
  username: 'Benutzername',
  email: 'E-Mail-Adresse',
  passwordsDiffer: 'Die Passwörter stimmen nicht überein',
  adminKey: 'Schlüssel für die Registrierung von Admins',
  adminKeyHint: 'Der Server zeigt ihn beim ersten Start an, oder sein Betreiber hat ihn festgelegt.',

  pendingText: 'Ein anderer Admin muss es freigeben, bevor du den Admin-Bereich benutzen kannst.',
  checkAgain: 'Erneut prüfen',
  checking: 'Wird geprüft …',
  logOut: 'Abmelden',
}
