import type { en } from './en.ts'

export const de: Record<keyof typeof en, string> = {
  greeting: 'Hallo {name},',
  greetingWithoutName: 'Hallo,',
  signature: 'Thirty: dreißig Tage, jeden Tag ein Projekt.',

  confirmEmailSubject: 'Bestätige deine E-Mail-Adresse',
  confirmEmail:
    'Bestätige, dass dies deine E-Mail-Adresse ist, damit wir dir Erinnerungen schicken können. Dein Konto funktioniert auch ohne.',
  confirmEmailLink: 'Adresse bestätigen',
  confirmEmailExpires:
    'Der Link gilt {hours, plural, one {# Stunde} other {# Stunden}} und funktioniert einmal.',
  confirmEmailIgnore:
    'Wenn du dich nicht registriert hast, kannst du diese E-Mail ignorieren. Wir schicken keine Erinnerungen an diese Adresse.',

  invitationSubject: 'Du bist zu Thirty eingeladen',
  invitation:
    'Die Organisation hat für dich ein Konto bei Thirty angelegt: dreißig Tage, jeden Tag ein Projekt. Wähle ein Passwort, um dich anzumelden:',
  invitationLink: 'Passwort wählen',
  invitationExpires:
    'Der Link funktioniert einmal, innerhalb von {days, plural, one {# Tag} other {# Tagen}}. Danach kannst du hier einen neuen anfordern:',
  invitationForgot: 'Neuen Link anfordern',
  invitationIgnore: 'Wenn du nicht teilnehmen möchtest, kannst du diese E-Mail ignorieren.',

  roleOwner: 'Leitung',
  roleOrganiser: 'Organisation',
  roleReviewer: 'Jury',
  roleViewer: 'Einsicht',
  adminInvitationSubject: 'Du bist ins Team eingeladen',
  adminInvitation:
    '{by} lädt dich ein, bei den dreißig Tagen als Admin mitzuhelfen. Deine Rolle ist dann: {role}.',
  adminInvitationLink: 'Einladung annehmen',
  adminInvitationExpires:
    'Der Link funktioniert einmal, innerhalb von {days, plural, one {# Tag} other {# Tagen}}. Gib ihn nicht weiter: Wer ihn hat, kann ihn benutzen.',
  adminInvitationIgnore: 'Wenn du nicht mithelfen möchtest, kannst du diese E-Mail ignorieren.',

  setPassword: 'Neues Passwort festlegen',
  passwordResetRequested:
    'Wir haben eine Anfrage bekommen, dein Passwort zurückzusetzen. Lege hier ein neues fest:',
  passwordResetExpires:
    'Der Link funktioniert einmal, innerhalb von {minutes, plural, one {# Minute} other {# Minuten}}.',
  passwordResetIgnore:
    'Wenn du das nicht warst, kannst du diese E-Mail ignorieren; dein Passwort ändert sich nicht.',

  passwordChangedSubject: 'Dein Passwort wurde geändert',
  passwordChanged:
    'Dein Passwort wurde am {when} (UTC) geändert. Überall, wo du mit dem alten angemeldet warst, bist du jetzt abgemeldet.',
  passwordChangedByOther:
    'Wenn du das warst, musst du nichts tun. Wenn nicht, lege sofort ein neues Passwort fest:',

  passwordRemovedSubject: 'Du meldest dich jetzt mit {provider} an',
  passwordRemoved: 'Am {when} (UTC) hast du dich zum ersten Mal mit {provider} bei deinem Konto angemeldet.',
  passwordRemovedWhy:
    'Das bisherige Passwort des Kontos wurde entfernt, und alle Sitzungen mit diesem Passwort wurden beendet: Bis dahin war nicht nachgewiesen, wem diese Adresse gehört.',
  passwordRemovedOptional: 'Du brauchst kein Passwort mehr. Wenn du eines möchtest, lege es hier fest:',
  passwordRemovedLink: 'Passwort festlegen',
  passwordRemovedByOther:
    'Wenn du das nicht warst, hat jemand anderes Zugang zu deinem Konto bei {provider}: Ändere zuerst dort das Passwort.',

  twoFactorSubject: 'Deine Zwei-Faktor-Anmeldung wurde geändert',
  twoFactorChanged:
    '{change, select, appAdded {Deinem Konto wurde eine Authenticator-App hinzugefügt} appRemoved {Die Authenticator-App deines Kontos wurde entfernt} passkeyAdded {Deinem Konto wurde der Passkey „{name}“ hinzugefügt} passkeyRemoved {Ein Passkey deines Kontos wurde entfernt} codesRenewed {Für dein Konto wurden neue Wiederherstellungscodes erstellt. Die älteren funktionieren nicht mehr} codeUsed {Bei deinem Konto hat sich jemand mit einem Wiederherstellungscode angemeldet, {left, plural, =0 {es ist keiner mehr übrig} one {es ist noch # übrig} other {es sind noch # übrig}}} other {Wer die Installation betreibt, hat alle zweiten Faktoren deines Kontos entfernt und alle Sitzungen beendet}} ({when} UTC).',
  twoFactorByOther:
    'Wenn du das warst, musst du nichts tun. Wenn nicht, lege sofort ein neues Passwort fest:',

  webhookOffSubject: 'Der Webhook an {host} wurde abgeschaltet',
  webhookOff:
    'Der Webhook {webhook} wurde am {when} (UTC) abgeschaltet, {reason, select, gone {weil der Empfänger mit 410 (nicht mehr vorhanden) geantwortet hat} other {weil {days, plural, one {# Tag} other {# Tage}} lang keine Zustellung ankam}}.',
  webhookOffMeanwhile:
    'Solange er aus ist, wird nichts gesendet, auch nicht später. Prüfe den Empfänger und schalte den Webhook dann wieder ein:',
  webhookOffLink: 'Webhooks öffnen',

  reminderSubject: 'Tag {day} endet bald',
  reminder:
    'Tag {day} von {days}, „{title}“, endet {end, select, midnight {um Mitternacht} other {mit der Challenge um {time} Uhr}} ({timeZone}), und du hast dafür noch kein Projekt eingereicht.',
  reminderLink: 'Projekt einreichen',
  reminderUnsubscribe:
    'Du bekommst diese E-Mail, weil Erinnerungen per E-Mail eingeschaltet sind. Du kannst sie mit einem Klick ausschalten, ohne dich anzumelden:',
  reminderUnsubscribeLink: 'Abbestellen',

  pushReminderTitle: 'Tag {day} endet bald',
  pushReminder:
    'Er endet {end, select, midnight {um Mitternacht} other {mit der Challenge um {time} Uhr}} ({timeZone}), und du hast noch kein Projekt eingereicht.',
  pushRatedTitle: 'Dein Projekt wurde bewertet',
  pushRated: '{project} (Tag {day}): {average, number, ::.0} von 5',
  pushRejectedTitle: 'Dein Projekt wurde abgelehnt',
  pushRejected: '{project} (Tag {day})',
  pushRejectedWithReason: '{project} (Tag {day}): {reason}',
}
