import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  title: 'Endstand',
  leave: 'Verlassen',
  settings: 'Einstellungen',
  loading: 'Der Stand wird geladen',
  noFreeze: 'Die Rangliste ist nicht eingefroren',
  noFreezeText: 'Friere sie in den Einstellungen ein. Danach kann der Endstand hier enthüllt werden.',
  freezesLater: 'Die Rangliste wird {when} eingefroren. Danach kann der Endstand hier enthüllt werden.',
  notLoaded: 'Der Stand konnte nicht geladen werden',
  tryLater: 'Bitte versuche es noch einmal.',
  nobody: 'Noch nimmt niemand teil',

  intro:
    'Die {count, plural, one {endgültige Platzierung von # Person} other {endgültigen Platzierungen von # Personen}} erscheinen nacheinander, von der letzten bis zur ersten. Bis du sie veröffentlichst, sieht sie sonst niemand.',
  beginWith: 'Beginnen mit Platz',
  beginHint: 'Von {first} bis {last}. Spätere Plätze werden nicht gezeigt.',
  beginError: 'Wähle einen Platz von {first} bis {last}.',
  begin: 'Beginnen',

  nextUp: 'Als Nächstes kommt Platz {place}',
  place: 'Platz {place}',
  placesUp: '{count, plural, one {# Platz} other {# Plätze}} nach oben',
  placesDown: '{count, plural, one {# Platz} other {# Plätze}} nach unten',
  samePlace: 'Gleicher Platz',
  newcomer: 'Neu auf der Rangliste',
  pointsFromTo: 'Vorher {before} Punkte, jetzt {after} Punkte',
  points: '{after} Punkte',
  standings: 'Stand',
  revealNext: 'Platz {place} enthüllen',
  back: 'Zurück',
  keys: '<key>Leertaste</key> oder <key>→</key> weiter, <key>←</key> zurück, <key>Esc</key> verlassen',
  publish: 'Endstand veröffentlichen',
  publishing: 'Wird veröffentlicht …',
  publishFailed: 'Der Endstand konnte nicht veröffentlicht werden. Bitte versuche es noch einmal.',
  published: 'Jetzt sehen alle den Endstand.',
  leaderboard: 'Rangliste',
}
