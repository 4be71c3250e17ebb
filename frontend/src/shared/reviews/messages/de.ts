import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  approvedBy: 'Von <bdi>{name}</bdi> freigegeben, <time></time>.',
  rejectedBy: 'Von <bdi>{name}</bdi> abgelehnt, <time></time>.',
  ratedBy: 'Von <bdi>{name}</bdi> mit {score} von 5 bewertet, <time></time>.',
  revisedBy: 'Von <bdi>{name}</bdi> überarbeitet, <time></time>.',
  youApproved: 'Von dir freigegeben, <time></time>.',
  youRejected: 'Von dir abgelehnt, <time></time>.',
  reasonWas: 'Grund: <bdi>{reason}</bdi>',

  decidedMeanwhile: '{project} wurde inzwischen geprüft',
  changedMeanwhile: '{project} wurde inzwischen geändert',
  ratedMeanwhile: '{project} wurde inzwischen bewertet',
  meanwhile: 'Inzwischen',
  yours: 'Deine Entscheidung',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  rateWith: 'Deine Bewertung: {score}',
  notSaved: 'Deine Entscheidung wurde nicht gespeichert.',
  approvedIsFinal: 'Eine Freigabe gilt endgültig. Bewerten kannst du das Projekt trotzdem.',
  rejectedIsFinal:
    'Ein abgelehntes Projekt wartet auf eine neue Version. Über die kannst du dann entscheiden.',
  revisedNeedsLook: 'Sieh dir die neue Version an, bevor du noch einmal entscheidest.',
  bothCount: 'Beide Bewertungen zählen, wenn du deine ebenfalls abgibst.',
  viewProject: 'Projekt ansehen',
  lookFirst: 'Erst ansehen',
  close: 'Schließen',
  approveNew: 'Neue Version freigeben',
  rejectNew: 'Neue Version ablehnen',
  rateNew: 'Neue Version bewerten',
  rateToo: 'Meine Bewertung auch abgeben',

  isReviewing: '<bdi>{name}</bdi> prüft gerade',
  areReviewing:
    '<bdi>{name}</bdi> und {count, plural, one {# weitere Person} other {# weitere}} prüfen gerade',
  openSince:
    '<bdi>{name}</bdi> hat dieses Projekt seit {minutes, plural, =0 {weniger als einer Minute} one {einer Minute} other {# Minuten}} geöffnet.',
}
