import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  startPage: 'Thirty, Startseite',
  slogan: 'Dreißig Tage. Jeden Tag ein Projekt.',
  dayIsOpen: 'Tag {day} ist offen.',
  email: 'E-Mail-Adresse',
  logIn: 'Anmelden',
  signUp: 'Registrieren',
  goToStartPage: 'Zur Startseite',
  requestNewLink: 'Neuen Link anfordern',
  repeatPassword: 'Passwort wiederholen',
  passwordsMustMatch: 'Die Passwörter stimmen nicht überein',

  secondStep: 'Anmeldung bestätigen',
  newHere: 'Neu hier? <link>Registrieren</link>',
  logInFailed: 'Die Anmeldung ist fehlgeschlagen',
  emailOrUsername: 'E-Mail-Adresse oder Benutzername',
  forgotPasswordQuestion: 'Passwort vergessen?',
  adminLogIn: 'Zur Anmeldung für Admins',
  loggingIn: 'Wird angemeldet …',
  profilesAreForMembers: 'Profile sehen nur angemeldete Personen. Melde dich an, um dieses zu öffnen.',
  sessionEnded: 'Deine Sitzung ist abgelaufen. Bitte melde dich neu an.',
  orContinueWith: 'oder weiter mit',
  orWithEmail: 'oder mit E-Mail',
  completingSignIn: 'Deine Anmeldung wird abgeschlossen',

  joinTheChallenge: 'Mach mit',
  haveAnAccount: 'Du hast schon ein Konto? <link>Anmelden</link>',
  signUpFailed: 'Die Registrierung ist fehlgeschlagen',
  fullName: 'Vollständiger Name',
  username: 'Benutzername',
  creatingAccount: 'Dein Konto wird angelegt',

  forgotPassword: 'Passwort vergessen',
  forgotPasswordIntro:
    'Wir schicken dir per E-Mail einen Link für ein neues Passwort. Er funktioniert einmal und läuft nach 30 Minuten ab.',
  emailNotSent: 'Die E-Mail konnte nicht gesendet werden. Bitte versuche es noch einmal.',
  sending: 'Wird gesendet …',
  sendLink: 'Link senden',
  sendAgain: 'Erneut senden',
  backToLogIn: 'Zurück zur Anmeldung',

  newPassword: 'Neues Passwort',
  newPasswordIntro: 'Auf allen anderen Geräten wirst du abgemeldet.',
  passwordNotChanged: 'Das Passwort konnte nicht geändert werden. Bitte versuche es noch einmal.',
  saving: 'Wird gespeichert …',
  setPassword: 'Passwort festlegen',
  passwordIsSet: 'Dein Passwort ist festgelegt',
  canLogInNow: 'Du kannst dich jetzt anmelden.',
  linkIsIncomplete: 'Dieser Link ist unvollständig',
  openFullLink: 'Öffne den vollständigen Link aus der E-Mail.',
  openFullLinkOrRequest: 'Öffne den vollständigen Link aus der E-Mail oder fordere einen neuen an.',
  linkNoLongerWorks: 'Dieser Link funktioniert nicht mehr',

  confirmYourEmail: 'Bestätige deine E-Mail-Adresse',
  confirmIntro:
    'Bestätige, dass diese E-Mail-Adresse dir gehört. Der Link funktioniert einmal und läuft nach 24 Stunden ab.',
  confirmEmail: 'E-Mail-Adresse bestätigen',
  confirming: 'Wird bestätigt …',
  emailNotConfirmed: 'Die E-Mail-Adresse konnte nicht bestätigt werden. Bitte versuche es noch einmal.',
  emailIsConfirmed: 'Deine E-Mail-Adresse ist bestätigt',
  remindersFromNowOn: 'Ab jetzt bekommst du Erinnerungen, wenn sie eingeschaltet sind.',
  goToDashboard: 'Zum Dashboard',
  requestNewLinkOnDashboard: 'Neuen Link auf dem Dashboard anfordern',

  stopReminders: 'Keine Erinnerungen mehr per E-Mail?',
  stopRemindersIntro:
    'Du bekommst keine Erinnerungen mehr an Tage, für die du nichts eingereicht hast. Dein Konto ändert sich nicht.',
  unsubscribe: 'Abbestellen',
  unsubscribing: 'Wird abbestellt …',
  notUnsubscribed: 'Die Erinnerungen konnten nicht abbestellt werden. Bitte versuche es noch einmal.',
  unsubscribed: 'Die Erinnerungen sind abbestellt',
  noMoreReminders:
    'Du bekommst keine Erinnerungen mehr. E-Mails zu deinem Passwort und deinem Konto erreichen dich weiterhin.',
}
