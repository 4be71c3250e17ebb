import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  notifications: 'Benachrichtigungen',
  unread: 'Benachrichtigungen, {count} ungelesen',
  loading: 'Benachrichtigungen werden geladen',
  notLoaded: 'Die Benachrichtigungen konnten nicht geladen werden',
  nothingYet: 'Noch nichts',
  whatAppearsHere: 'Prüfungen, Bewertungen, Likes und Kommentare zu deinen Projekten erscheinen hier.',
  markAllAsRead: 'Alle als gelesen markieren',
  notMarked:
    'Deine Benachrichtigungen konnten nicht als gelesen markiert werden. Bitte versuche es noch einmal.',
  unreadText: '<hidden>Ungelesen: </hidden>{text}',
  seeAll: 'Alle anzeigen',
  olderNotLoaded: 'Ältere Benachrichtigungen konnten nicht geladen werden.',
  loadingMore: 'Wird geladen …',
  showOlder: 'Ältere anzeigen',

  project: '{name} (Tag {day})',
  twoPeople: '{first} und {second}',
  morePeople: '{first} und {others, number} weiteren',
  somebody: 'jemandem',
  approved: '{project} wurde freigegeben',
  rejected: '{project} wurde abgelehnt',
  becauseOf: '{rejection}: {reason}',
  imported: '{text} (importiert)',
  rated:
    'Bewertung von {people} für {project}: {stars} von 5 ({count, plural, one {# Bewertung} other {# Bewertungen}})',
  ratedOfficially: 'Bewertung von {people} für {project}: {stars} von 5 (offiziell)',
  liked: 'Like von {people} für {project}',
  commented: 'Kommentar von {people} zu {project}',
  submitted: '{person} hat {project} eingereicht',
  challengeStarted: 'Die Challenge hat begonnen',
  startScheduled: 'Der Beginn der Challenge steht fest',
  startCancelled: 'Der geplante Beginn der Challenge wurde abgesagt',
  endSet: 'Das Ende der Challenge steht fest',
  challengeEnded: 'Die Challenge ist zu Ende',
  endUndone: 'Die Challenge ist wieder offen',
  challengeReset: 'Die Challenge wurde zurückgesetzt',
  challengeRestored: 'Die Challenge wurde aus einer Sicherung wiederhergestellt',
}
