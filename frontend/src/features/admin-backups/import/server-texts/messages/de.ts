import type { Translation } from '../../../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  empty: 'Die Datei ist leer oder unvollständig.',
  otherFile: 'Die Datei beginnt nicht wie eine exportierte Datei.',
  fileTooLarge: 'Die Datei ist zu groß.',
  contentTooLarge: 'Der Inhalt der Datei ist zu groß.',
  compressedTooMuch: 'Die Datei ist viel stärker komprimiert als eine exportierte Datei.',
  dataDamaged: 'Die komprimierten Daten sind beschädigt.',
  behindEnd: 'Nach dem Ende der Datei stehen noch weitere Daten.',
  checksumWrong: 'Die Prüfsumme der Datei ist falsch.',
  endDamaged: 'Die Datei ist unvollständig, oder ihr Ende ist beschädigt.',
  changedSince: 'Die Datei hat sich seit der Prüfung geändert.',

  otherFormat: 'Diese Datei hat nicht das Format {format}.',
  newerRelease:
    'Eine neuere Version von Thirty hat diese Datei geschrieben: Sie hat die Formatversion {version}, und diese Version liest {known}.',
  unknownVersion: 'Der Kopf der Datei hat eine unbekannte Formatversion.',
  noProductVersion: 'Im Kopf der Datei fehlt die Version des Produkts.',
  noHeader: 'Die Datei hat keinen Kopf.',
  noBackup: 'Der Kopf der Datei beschreibt keine Sicherung.',
  otherCounts: 'Der Kopf der Datei zählt andere Ereignisse, als die Datei enthält.',
  otherStatistics: 'Die Statistik im Kopf der Datei passt nicht zu den Ereignissen.',

  noTrailer: 'Die Datei hat keinen Schluss.',
  trailerIncomplete: 'Der Schluss der Datei ist unvollständig.',
  otherCount: 'Die Datei hat {events} Ereignisse; an ihrem Schluss steht {count}.',
  otherHash: 'Der letzte Hash passt nicht zur letzten Zeile.',
  otherCompressedHash:
    'Die komprimierten Daten wurden geändert: Ihr Hash ist nicht der am Schluss der Datei.',
  otherLeaderboard: 'Die Ereignisse ergeben eine andere Rangliste, als am Schluss der Datei steht.',

  tooManyEvents: 'Die Datei hat zu viele Ereignisse.',
  middleOfLine: 'Die Datei endet mitten in einer Zeile.',
  lineTooLong: 'Zeile {line} ist zu lang.',
  doesNotFollow:
    '{part} folgt nicht auf die Zeile davor: Zeilen wurden geändert, verschoben, verdoppelt oder entfernt.',
  notUtf8: '{part} ist kein gültiges UTF-8.',
  otherFields: '{part} muss genau diese Felder haben: {fields}.',
  notJson: '{part} ist kein JSON.',
  otherForm: '{part} hat nicht die Form eines Exports.',
  noObject: '{part} ist kein JSON-Objekt.',
  otherSignature: 'Die Signatur der Datei passt nicht zu ihrem Inhalt.',
  noAdmin: 'Das Konto {id} hat wie ein Admin geprüft oder bewertet.',
  eventRefused: 'Das Ereignis in Zeile {line} würde abgelehnt ({reason})',
  eventFault: 'Das Ereignis in Zeile {line} gehört in keine Sicherung ({fault})',

  theHeader: 'Der Kopf der Datei',
  theTrailer: 'Der Schluss der Datei',
  lineNumber: 'Zeile {line}',
}
