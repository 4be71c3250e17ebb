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
  forgotPassword: 'Passwort vergessen?',
  registerWithKey: 'Mit einem Admin-Schlüssel registrieren',
  participantLogIn: 'Anmeldung für Teilnehmende',

  register: 'Registrieren',
  registering: 'Wird registriert …',
  registrationFailed: 'Die Registrierung ist fehlgeschlagen. Bitte versuche es noch einmal.',
  logInAsAdmin: 'Als Admin anmelden',
  fullName: 'Vollständiger Name',
  username: 'Benutzername',
  passwordsDiffer: 'Die Passwörter stimmen nicht überein',
  adminKey: 'Schlüssel für die Registrierung von Admins',
  adminKeyHint: 'Der Server zeigt ihn beim ersten Start an, oder sein Betreiber hat ihn festgelegt.',

  pendingText: 'Ein anderer Admin muss es aktivieren, bevor du den Admin-Bereich nutzen kannst.',
  checkAgain: 'Erneut prüfen',
  checking: 'Wird geprüft …',
  logOut: 'Abmelden',

  invitation: 'Einladung',
  invitationLoading: 'Die Einladung wird geprüft',
  invitationCheckFailed: 'Die Einladung konnte nicht geprüft werden',
  invitationText:
    '{name} lädt dich ein, bei der Challenge als Admin mitzuhelfen. Deine Rolle: <b>{role}</b>. {description}.',
  invitationUntil: 'Die Einladung ist offen bis <time></time>.',
  acceptInvitation: 'Als Admin registrieren',
  accepting: 'Wird registriert …',
  acceptFailed: 'Die Registrierung ist fehlgeschlagen. Bitte versuche es noch einmal.',
  invitationIncomplete: 'Dieser Link ist unvollständig',
  invitationIncompleteText: 'Bitte öffne den ganzen Link, den du bekommen hast.',
  invitationUsedTitle: 'Diese Einladung wurde schon benutzt',
  invitationUsedText:
    'Jeder Link funktioniert einmal. Wenn du es warst, melde dich an. Sonst bitte die Person, die dich eingeladen hat, um einen neuen.',
  invitationExpiredTitle: 'Diese Einladung ist abgelaufen',
  invitationExpiredText: 'Bitte die Person, die dich eingeladen hat, um eine neue.',
  invitationRevokedTitle: 'Diese Einladung wurde widerrufen',
  invitationRevokedText: 'Bitte die Person, die dich eingeladen hat, um eine neue.',
  invitationVoidTitle: 'Diese Einladung gilt nicht mehr',
  invitationVoidText:
    'Wer sie verschickt hat, hat nicht mehr die Rolle Leitung. Bitte einen anderen Admin mit dieser Rolle um eine neue.',
  invitationUnknownTitle: 'Dieser Einladungslink ist ungültig',
  invitationUnknownText: 'Bitte prüfe, ob der Link vollständig ist.',
  signedInTitle: 'Du bist als {name} angemeldet',
  signedInParticipant:
    'Eine Einladung legt ein neues Admin-Konto an. Dein jetziges Konto nimmt weiter an der Challenge teil und behält seine Projekte und seinen Platz, denn Admins nehmen nicht teil. Melde dich ab, um die Einladung mit einer anderen E-Mail-Adresse anzunehmen.',
  signedInAdmin:
    'Du bist schon Admin. Deine Rolle kann ein Admin mit der Rolle Leitung auf der Seite „Team“ ändern. Überlass die Einladung der Person, für die sie gedacht ist.',
  logOutAndGoOn: 'Abmelden und fortfahren',
  toStart: 'Zurück zum Start',
}
