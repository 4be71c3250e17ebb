import type { Translation } from '../../../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  sameAsRow: 'Dasselbe wie in Zeile {row}',
  moreValues: 'Mehr Werte als Spalten',
  usernameTaken: 'Dieser Benutzername ist vergeben',
  inUse:
    'Diese E-Mail-Adresse oder dieser Benutzername wird gerade verwendet. Importiere die Datei in einer Minute noch einmal.',
  noRows: 'Die Datei hat keine Zeilen unter der Kopfzeile.',
  tooManyRows: 'Die Datei hat mehr als {count} Zeilen. Bitte teile sie auf.',
  encoding: 'Die Datei ist nicht in UTF-8 kodiert. Bitte speichere sie als „CSV UTF-8“.',
  columns: 'Die erste Zeile muss die Spalten „Vollständiger Name“ und „E-Mail“ nennen. Sie hat: {columns}',
  fileEmpty: 'Die Datei ist leer.',
  workbook: 'Das ist eine Arbeitsmappe eines Tabellenprogramms. Bitte speichere sie als „CSV UTF-8“.',
  quotationMark: 'In Zeile {line} der CSV-Datei ist ein Anführungszeichen falsch gesetzt oder fehlt.',
}
