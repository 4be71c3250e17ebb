import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  controls: 'Steuerung der Challenge',
  controlsNote: 'Starte eine Challenge oder leere die Daten für die nächste Runde.',
  savedTextsOnly:
    'Du kannst hier gespeicherte Texte ändern. Alles andere ändern nur Admins mit der Rolle Leitung oder Organisation. Deine Rolle ist {role}.',
  challenge: 'Challenge',
  fixedDuration: 'Feste Dauer: 30 Tage',
  dayOf: 'Tag {day} von {total}',
  notStarted: 'Nicht gestartet',
  notStartedYet:
    'Noch nicht gestartet. Bis dahin ist jeder Tag offen, und alle gehen in ihrem eigenen Tempo vor.',
  starts: 'Beginnt <time>{when}</time>.',
  startedOn: 'Gestartet am <time></time>, heute ist Tag {day} von {total}.',
  noEnd: 'Kein Ende festgelegt.',
  timeZone: 'Tage beginnen und enden in der Zeitzone {timeZone}. Dort ist es jetzt {time} Uhr.',

  startChallenge: 'Challenge starten',
  startQuestion: 'Challenge jetzt starten?',
  startCannotBeUndone: 'Für alle beginnt Tag 1. Ein Start lässt sich nicht rückgängig machen.',
  pastStartCannotBeUndone:
    'Die gewählte Zeit liegt in der Vergangenheit; dieses Datum wird für alle zu Tag 1. Ein Start lässt sich nicht rückgängig machen.',
  startNow: 'Jetzt starten',
  starting: 'Wird gestartet …',
  startFailed: 'Die Challenge konnte nicht gestartet werden. Bitte versuche es noch einmal.',
  started: 'Die Challenge ist gestartet',
  startedText: 'Jetzt beginnen 30 großartige Tage.',
  ok: 'OK',

  changeStart: 'Start ändern',
  scheduleStart: 'Start planen',
  moveStart: 'Verschieben',
  cancelStart: 'Start absagen',
  cancelling: 'Wird abgesagt …',
  startOfChallenge: 'Start der Challenge',
  startText:
    'Zu dieser Zeit beginnt Tag 1. Bis dahin ist jeder Tag offen, und alle gehen in ihrem eigenen Tempo vor.',
  startChangeFailed: 'Der Start der Challenge konnte nicht geändert werden. Bitte versuche es noch einmal.',
  dateAndTime: 'Datum und Uhrzeit ({timeZone})',
  pastTime: 'Liegt die Zeit in der Vergangenheit, wird dieses Datum zu Tag 1.',
  chooseTime: 'Wähle ein Datum und eine Uhrzeit.',
  saving: 'Wird gespeichert …',

  changeEnd: 'Ende ändern',
  endOfChallenge: 'Ende der Challenge',
  endText:
    'Nach dem Ende können Projekte nicht mehr eingereicht, überarbeitet oder zurückgezogen werden. Prüfungen, Bewertungen, Likes und Kommentare gehen weiter.',
  endIsSet: 'Ein Admin hat dieses Ende festgelegt.',
  endIsDefault: 'Das ist die Vorgabe: sieben Tage nach Tag 30.',
  midnight: 'Mitternacht bedeutet das Ende des Vortags.',
  undo: 'Rückgängig machen',
  moveEnd: 'Verschieben',
  setEnd: 'Festlegen',
  endNow: 'Jetzt beenden',
  ending: 'Wird beendet …',
  endQuestion: 'Challenge jetzt beenden?',
  endNowText:
    'Ab sofort können keine Projekte mehr eingereicht, überarbeitet oder zurückgezogen werden. Das lässt sich rückgängig machen.',
  endChangeFailed: 'Das Ende der Challenge konnte nicht geändert werden. Bitte versuche es noch einmal.',

  notFrozen: 'Alle sehen die Rangliste live.',
  freezes: 'Die Rangliste wird <time>{when}</time> eingefroren.',
  frozenState:
    'Die Rangliste ist seit dem <time>{when}</time> eingefroren. Spätere Bewertungen sehen nur Admins.',
  freezeLeaderboard: 'Rangliste einfrieren',
  changeFreeze: 'Einfrieren ändern',
  freezeText:
    'Ab dann sehen Teilnehmende und Gäste Bewertungen, Punkte und Plätze von diesem Zeitpunkt. Bewertungen gehen weiter und zählen zum Endstand, den bis zur Enthüllung nur Admins sehen.',
  beforeEnd: 'Muss vor dem Ende der Challenge liegen.',
  freezeNow: 'Jetzt einfrieren',
  freezing: 'Wird eingefroren …',
  freezeQuestion: 'Rangliste jetzt einfrieren?',
  freezeNowText:
    'In wenigen Sekunden sehen Teilnehmende und Gäste Bewertungen, Punkte und Plätze nur noch vom jetzigen Zeitpunkt. Spätere Bewertungen zählen zum Endstand, den bis zur Enthüllung nur Admins sehen. Nach dem Beginn lässt sich das Einfrieren nur durch die Enthüllung beenden.',
  scheduleFreeze: 'Einfrieren planen',
  moveFreeze: 'Verschieben',
  cancelFreeze: 'Einfrieren absagen',
  freezeFailed: 'Das Einfrieren der Rangliste konnte nicht geändert werden. Bitte versuche es noch einmal.',
  openReveal: 'Zur Enthüllung',
  revealNow: 'Jetzt enthüllen',
  revealQuestion: 'Endstand jetzt enthüllen?',
  revealText: 'Alle sehen den Endstand sofort, ohne die Zeremonie. Das lässt sich nicht rückgängig machen.',
  revealFailed: 'Der Endstand konnte nicht enthüllt werden. Bitte versuche es noch einmal.',

  savedTexts: 'Gespeicherte Texte',
  savedTextsNote:
    'Gründe für Ablehnungen und Feedback, die alle Admins einfügen können. Zurücksetzen und Wiederherstellen ändern sie nicht.',
  savedTextCounts:
    '{reasons, plural, =0 {Keine Gründe} one {1 Grund} other {# Gründe}}, {feedback, plural, =0 {kein Feedback} one {1 Text für Feedback} other {# Texte für Feedback}}',
  noSavedTexts: 'Noch keine.',
  loadingSavedTexts: 'Die gespeicherten Texte werden geladen',
  savedTextsFailed: 'Die gespeicherten Texte konnten nicht geladen werden',
  manageSavedTexts: 'Texte verwalten',
  viewSavedTexts: 'Texte ansehen',
  savedTextKind: 'Art des Textes',
  reasons: 'Gründe',
  feedback: 'Feedback',
  addSavedText: 'Neuer Text',
  savedTextsFull: 'Höchstens {count} Texte von jeder Art',
  searchSavedTexts: 'Gespeicherte Texte durchsuchen',
  noneOfKind:
    '{kind, select, rejection {Noch keine gespeicherten Gründe.} other {Noch kein gespeichertes Feedback.}}',
  noSavedTextMatches: 'Kein gespeicherter Text passt',
  editNamed: '{title} bearbeiten',
  deleteNamed: '{title} löschen',
  deleteSavedTextQuestion: '„{title}“ löschen?',
  deleteSavedTextText:
    'Admins können den Text dann nicht mehr einfügen. Ablehnungen und Bewertungen, in denen er schon steht, bleiben unverändert.',
  deleteSavedText: 'Löschen',
  deletingSavedText: 'Wird gelöscht …',
  savedTextNotDeleted: 'Der Text konnte nicht gelöscht werden. Bitte versuche es noch einmal.',
  readFirst: '<bdi>{name}</bdi> hat diesen Text geändert (<time></time>). Lies ihn, bevor du ihn löschst.',

  exportData: 'Daten exportieren',
  users: 'Konten',
  usersExportText: 'Alle Konten mit E-Mail-Adresse, Status und Anzahl der Einreichungen.',
  projects: 'Projekte',
  projectsExportText: 'Alle Projekte dieser Runde mit Status, Links und Durchschnitten.',
  ratings: 'Bewertungen',
  ratingsExportText: 'Von jeder Person die neueste Bewertung jedes Projekts, mit Feedback.',

  webhooks: 'Webhooks',
  webhooksText: 'Melde anderen Systemen, etwa einem Chat, was in der Challenge geschieht.',
  openWebhooks: 'Webhooks verwalten',
  webhooksTurnedOff:
    '{count, plural, one {Der Server hat # Webhook abgeschaltet.} other {Der Server hat # Webhooks abgeschaltet.}}',

  quickOptions: 'Optionen',
  loadingOptions: 'Die Optionen werden geladen',
  optionsFailed: 'Die Optionen konnten nicht geladen werden',
  on: 'AN',
  off: 'AUS',
  notSwitched: '„{option}“ konnte nicht umgeschaltet werden. Bitte versuche es noch einmal.',
  notifications: 'Benachrichtigungen',
  notificationsOn: 'Prüfungen, Bewertungen, Likes und Kommentare werden den Teilnehmenden gemeldet.',
  notificationsOff:
    'Prüfungen, Bewertungen, Likes und Kommentare aus dieser Zeit werden auch später nicht gemeldet.',
  emailReminders: 'Erinnerungen per E-Mail',
  emailRemindersOn:
    'Zwei Stunden vor dem Ende eines Tages, an alle, die noch nichts eingereicht haben und E-Mails möchten.',
  emailRemindersOff: 'Niemand bekommt Erinnerungen.',
  ownersNeedTwoFactor: 'Die Leitung braucht die Zwei-Faktor-Anmeldung',
  ownersNeedTwoFactorOn: 'Ohne zweiten Faktor muss die Leitung zuerst einen einrichten.',
  ownersNeedTwoFactorOff: 'Die Leitung darf sich allein mit dem Passwort anmelden.',
  onlyOwnersSwitch: 'Nur die Leitung kann das ändern.',
  ownSecurity: 'Deine Sicherheitseinstellungen',
  event: 'Veranstaltung vor Ort',
  eventText: 'Wenn bis zu 2.000 Menschen diese Seite vom selben Ort aus nutzen, trage vorher ihr Netz ein.',
  eventUnderWay:
    'In {networks} können sich bis zu 2.000 Menschen gleichzeitig registrieren, anmelden und zuschauen. Die Veranstaltung endet <time>{when}</time>.',
  nameEvent: 'Veranstaltung eintragen',
  changeEvent: 'Veranstaltung ändern',
  eventDialogText:
    'Menschen an einem Ort teilen sich wenige Internetadressen. Bis die Veranstaltung endet, gilt dort für Registrierungen, Anmeldungen und alles andere, was gelingt, keine Grenze je Adresse. Für falsche Passwörter und abgelehnte Formulare bleibt sie.',
  eventNetworks: 'Netze',
  eventNetworksHint: 'Adressen oder Netze, eines je Zeile. Deine Adresse ist gerade {address}.',
  eventEnd: 'Ende der Veranstaltung ({timeZone})',
  eventEndHint: 'In den nächsten 30 Tagen.',
  endEvent: 'Veranstaltung jetzt beenden',
  saveEvent: 'Speichern',
  eventFailed: 'Die Veranstaltung konnte nicht geändert werden. Bitte versuche es noch einmal.',

  reset: 'Challenge zurücksetzen',
  resetText:
    'Löscht alle Projekte und Punkte und behält die Konten. Vorher wird eine Sicherung angelegt, die du unter „Sicherungen“ wiederherstellen kannst.',
  resetting: 'Wird zurückgesetzt …',
  resetFailed: 'Die Challenge konnte nicht zurückgesetzt werden',
  waitForLeaderboard: 'Warte, bis die Rangliste aufgebaut ist',
  resetQuestion:
    'ALLE Daten der Challenge (Projekte, Punkte) werden gelöscht, die Konten bleiben. Vorher eine Sicherung anlegen?',
  counting: 'Der Inhalt der Sicherung wird gezählt …',
  countFailed: 'Der Inhalt der Sicherung konnte nicht gezählt werden: {message}',
  noResponse: 'Der Server hat nicht geantwortet.',
  emptyBackup: 'Es gibt keine Projekte. Die Sicherung wird leer sein.',
  figures:
    'In die Sicherung kommen {projects, plural, one {# Projekt} other {# Projekte}} und {points, plural, one {# Punkt} other {# Punkte}}.',
  figuresWithRatings:
    'In die Sicherung kommen {projects, plural, one {# Projekt} other {# Projekte}}, {points, plural, one {# Punkt} other {# Punkte}} und die Bewertungen von {rated, plural, one {# Projekt} other {# Projekten}}.',
  changedMeanwhile:
    'Inzwischen hat ein anderer Admin die Challenge zurückgesetzt oder wiederhergestellt. Prüfe die Zahlen, bevor du weitermachst.',
  askAgain: 'Erneut fragen',
  typeToConfirm: 'Zum Bestätigen {word} eingeben',
  backUpAndReset: 'Sichern und zurücksetzen',
  cancel: 'Abbrechen',
}
