import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  confirmYourEmail: 'Bestätige deine E-Mail-Adresse.',
  linkWasSent:
    'Wir haben einen Link an {email} geschickt. Erinnerungen bekommst du, sobald du ihn geöffnet hast.',
  emailNotSent: 'Die E-Mail konnte nicht gesendet werden. Bitte versuche es noch einmal.',
  sending: 'Wird gesendet …',
  sendAgain: 'Erneut senden',
  email: 'E-Mail-Adresse',
  isItYou: 'Gehört das Konto dir?',
  logIn: 'Anmelden',
  forgotPassword: 'Passwort vergessen?',

  logOutQuestion: 'Abmelden?',
  logOutSure: 'Möchtest du dich wirklich abmelden?',
  logOut: 'Abmelden',
}
