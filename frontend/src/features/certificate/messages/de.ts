import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  dashboard: 'Dashboard',
  startPage: 'Startseite',
  certificate: 'Zertifikat',
  certificateOf: 'Zertifikat von {name}',
  notLoaded: 'Das Zertifikat konnte nicht geladen werden.',
  print: 'Drucken',

  openPublicPage: 'Öffentliche Seite öffnen',
  imported:
    'Für alle dreißig Tage von Runde {run} zählt ein Projekt. Sie stammen aus einer importierten Sicherung, die nicht von dieser Installation signiert ist. Deshalb stellt sie dafür kein Zertifikat aus.',
  daysOf: '{count} von {total} Tagen',
  howToGet:
    'Du bekommst ein Zertifikat, sobald für jeden der dreißig Tage ein Projekt zählt. Projekte in Prüfung und freigegebene Projekte zählen, abgelehnte nicht.',
  daysThatCount: 'Tage, die zählen',
  daysCount: '{count} von {total} Tagen zählen',
  missingDays: 'Fehlende Tage',
  day: 'Tag {day}',
  otherRuns: 'Zertifikate anderer Runden',
  earlier: 'Runde {run}, abgeschlossen am <time></time>',

  noLongerValid: 'Nicht mehr gültig',
  statement:
    'hat die 30-Tage-Coding-Challenge abgeschlossen: dreißig Projekte, eines für jeden der dreißig Tage.',
  completed: 'Abgeschlossen',
  points: 'Punkte',
  rank: 'Platz',
  rankOf: '{rank, number} <small>von {participants, number}</small>',
  run: 'Runde',
  qrCode: 'QR-Code der Adresse, unter der dieses Zertifikat geprüft wird',
  verifyAt: 'Dieses Zertifikat prüfen unter',

  pendingReview: 'Zertifikat, Prüfung steht noch aus',
  isPending: 'Die Prüfung dieses Zertifikats steht noch aus.',
  projectsPending:
    '{count, plural, one {1 der 30 Projekte ist} other {# der 30 Projekte sind}} noch nicht freigegeben. Wird eines abgelehnt, gilt das Zertifikat nicht mehr.',
  isValid: 'Dieses Zertifikat ist gültig.',
  ofPastRun: 'Es wurde in Runde {run} ausgestellt, die beendet ist.',
  isNoLongerValid: 'Dieses Zertifikat ist nicht mehr gültig.',
  openLater: 'Neueres Zertifikat öffnen',
  projectEnded:
    'Das Projekt von Tag {day} wurde am <time></time> {reason, select, rejected {abgelehnt} other {zurückgezogen}}.',
  unknownCode: 'Es gibt kein Zertifikat mit diesem Code',
  neverIssued:
    'Thirty hat dieses Zertifikat nie ausgestellt. Prüfe, ob die Adresse genau mit der auf dem Zertifikat übereinstimmt.',
}
