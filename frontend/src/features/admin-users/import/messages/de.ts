import type { Translation } from '../../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  title: 'Teilnehmende importieren',
  description:
    'Alle neuen Teilnehmenden bekommen ein Konto und eine E-Mail mit einem Link, um ein Passwort zu wählen. Die E-Mail ist in der Sprache dieser Seite.',
  fileOfParticipants: 'CSV-Datei',
  fileHint:
    'Spalten „Vollständiger Name“, „E-Mail“ und optional „Benutzername“. UTF-8, bis 1 MB und 2.000 Zeilen.',
  cancel: 'Abbrechen',
  done: 'Fertig',
  back: 'Andere Datei wählen',
  nothingImported: 'Es wurde nichts importiert.',
  connectionLost: 'Die Verbindung ist abgebrochen.',
  mayGoOn:
    'Vielleicht läuft der Import auf dem Server weiter. Wähle dieselbe Datei in einer Minute noch einmal, um zu sehen, was fehlt. Kein Konto wird doppelt angelegt.',
  checking: '<bdi>{name}</bdi> wird geprüft …',
  importing: '<bdi>{name}</bdi> wird importiert …',
  progress: '{done, number} von {total, number} fertig',
  importCount: '{count, plural, one {# Konto importieren} other {# Konten importieren}}',
  nothingToImport: 'Diese Datei enthält keine neuen Teilnehmenden.',

  willCreate: '{count, plural, one {# neues Konto} other {# neue Konten}}',
  wereCreated: '{count, plural, one {# Konto angelegt} other {# Konten angelegt}}',
  invitedAgain: '{count, plural, one {# neue Einladung} other {# neue Einladungen}}',
  alreadyThere: '{count, plural, one {# schon vorhanden} other {# schon vorhanden}}',
  withErrors: '{count, plural, one {# Fehler} other {# Fehler}}',
  emailsFollow: 'Die E-Mails werden verschickt.',
  saveRows: 'Als CSV speichern',
  rows: 'Zeilen',
  row: 'Zeile {row, number}',
  showingOf: '{count, number} von {total, number} Zeilen, Fehler zuerst. Die CSV-Datei enthält alle.',
  noUsername: 'kein Benutzername',

  newAccount: 'Neues Konto',
  created: 'Angelegt',
  newInvitation: 'Neue Einladung',
  exists: 'Schon vorhanden',
  error: 'Fehler',
  reasonInColumn: '{column}: {reason}',
  fullName: 'Vollständiger Name',
  email: 'E-Mail',
  username: 'Benutzername',
  wholeRow: 'Zeile',
}
