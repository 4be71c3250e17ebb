import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  optional: ' (optional)',
  password: 'Passwort',
  showPassword: '{label} anzeigen',
  hidePassword: '{label} verbergen',
  confirmPassword: 'Passwort wiederholen',
  passwordNeeds: 'Ein Passwort braucht',
  met: ', erfüllt',
  missing: ', fehlt noch',
  notChecked:
    'Die Angaben konnten nicht geprüft werden. Sieh nach deiner Verbindung oder lade die Seite neu.',
  thingsToFix: '{count, plural, one {Eine Angabe stimmt noch nicht} other {# Angaben stimmen noch nicht}}',
  lengthOf: '{length, number} von {maxLength, number}',
  clearSearch: 'Suche leeren',
  separateWithComma: 'Mit Komma trennen',
  entryTooLong:
    'Dieser Eintrag passt nicht: Alle zusammen dürfen {maxLength, number} Zeichen haben. Kürze ihn oder entferne einen anderen.',
  removeEntry: '{entry} entfernen',
  upTo2MB: 'Bis 2 MB',
  dropToAdd: 'Zum Hinzufügen loslassen',
  chooseImage: '<action>Bild auswählen</action> oder hier ablegen',
  chooseFile: '<action>Datei auswählen</action> oder hier ablegen',
  yourProject: 'deinem Projekt',
  upload: 'Hochladen',
  percentUploaded: '{percent} Prozent hochgeladen',
  replace: 'Ersetzen',
  remove: 'Entfernen',
  choose: 'Auswählen',
  day: 'Tag',
  submitted: 'eingereicht',
  opensOnDay: 'Öffnet an Tag {day}',
  sendingRest: '{size}, der Rest wird gesendet',
  uploaded: '{size}, {percent} Prozent hochgeladen',
}
