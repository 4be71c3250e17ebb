import type { Translation } from '../../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  projectApproved: '{actor} hat {subject} freigegeben (Tag {day}, {owner})',
  projectRejectedFor: '{actor} hat {subject} abgelehnt (Tag {day}, {owner}): {reason}',
  projectRejected: '{actor} hat {subject} abgelehnt (Tag {day}, {owner})',
  projectRatedAgain: '{actor} hat {subject} erneut mit {average} von 5 bewertet (Tag {day}, {owner})',
  projectRated: '{actor} hat {subject} mit {average} von 5 bewertet (Tag {day}, {owner})',
  commentRemoved: '{actor} hat einen Kommentar von {author} zu {subject} entfernt (Tag {day}, {owner})',
  discussionRemoved: '{actor} hat die Diskussion „{subject}“ von {author} entfernt',
  replyRemoved: '{actor} hat eine Antwort von {author} auf „{subject}“ entfernt',

  activated: '{actor} hat das Konto von {subject} aktiviert',
  deactivated: '{actor} hat das Konto von {subject} deaktiviert',
  setToPending: '{actor} hat das Konto von {subject} in Prüfung gesetzt',
  sessionsEndedBy: '{actor} hat alle Sitzungen von {subject} beendet',
  sessionsEnded: 'Alle Sitzungen von {subject} wurden beendet',
  signInLinked: '{subject} kann sich jetzt mit {provider} anmelden',
  madeAdmin: '{actor} hat {subject} Admin-Rechte gegeben',
  registeredAsAdmin: '{subject} hat sich als Admin registriert',
  accountDeleted: '{subject} hat das eigene Konto gelöscht',
  passwordSet: '{subject} hat ein neues Passwort festgelegt',
  passwordRemoved:
    'Das Passwort von {subject} wurde entfernt, weil sich die Person angemeldet hat, der die E-Mail-Adresse gehört',
  resetRequested: 'Für {subject} wurde ein Link für ein neues Passwort angefordert',
  resetUsed: '{subject} hat einen Link für ein neues Passwort benutzt',

  challengeStarted: '{actor} hat die Challenge gestartet',
  startScheduled: '{actor} hat den Start der Challenge geplant: {time}',
  scheduleCancelled: '{actor} hat den geplanten Start der Challenge abgesagt',
  endSet: '{actor} hat das Ende der Challenge festgelegt: {time}',
  endUndone: '{actor} hat das festgelegte Ende der Challenge entfernt',
  scoringChangedFor: '{actor} hat die Wertung geändert: {reason}',
  scoringChanged: '{actor} hat die Wertung geändert',
  challengeReset: '{actor} hat die Challenge zurückgesetzt: Runde {run} hat begonnen',
  importStarted: '{actor} hat begonnen, einen Verlauf als Runde {run} zu importieren',
  automaticBackup: '{actor} hat automatisch die Sicherung „{subject}“ der Runde {run} angelegt',
  backupCreated: '{actor} hat die Sicherung „{subject}“ der Runde {run} angelegt',
  backupRestored: '{actor} hat die Sicherung „{subject}“ wiederhergestellt: Runde {run} setzt sie fort',
  backupImported: '{actor} hat die Sicherung „{subject}“ als Runde {run} importiert',
  backupDeleted: '{actor} hat die Sicherung „{subject}“ aus der Liste gelöscht',

  optionsSwitched: '{actor} hat umgeschaltet: {options}',
  notificationsOn: 'Benachrichtigungen an',
  notificationsOff: 'Benachrichtigungen aus',
  emailRemindersOn: 'Erinnerungen per E-Mail an',
  emailRemindersOff: 'Erinnerungen per E-Mail aus',

  participantImportStarted: '{actor} hat einen Import von Teilnehmenden begonnen, neue Konten: {count}',
  participantsImported:
    '{actor} hat Teilnehmende importiert: {created} angelegt, {invited} erneut eingeladen, {unchanged} unverändert, {failed} fehlerhaft',
  dataExported: '{actor} hat Daten als {format} exportiert: {subject}',

  users: 'Konten',
  projects: 'Projekte',
  ratings: 'Bewertungen',

  theSystem: 'Das System',
  operator: 'Betreiber',
  deletedPerson: 'Gelöschtes Konto',
}
