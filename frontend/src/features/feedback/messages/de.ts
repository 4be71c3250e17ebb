import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  feedbackAndRatings: 'Feedback und Bewertungen',
  ratingsOf: 'Bewertungen von {project}',
  back: 'Zurück',
  loading: 'Das Feedback wird geladen',
  notFound: 'Projekt nicht gefunden',
  withdrawnOrIncomplete: 'Es wurde zurückgezogen, oder die Adresse ist unvollständig.',
  notPublicOrIncomplete:
    'Es wurde zurückgezogen oder ist nicht öffentlich, oder die Adresse ist unvollständig. Wenn du teilnimmst, melde dich an, um es zu öffnen.',
  logIn: 'Anmelden',
  visitorsSeeRatings:
    'Das sind die öffentlichen Bewertungen dieses Projekts. Melde dich an, um alles zu sehen, zu kommentieren und zu bewerten.',
  startPage: 'Startseite',
  dashboard: 'Dashboard',
  notLoaded: 'Das Projekt konnte nicht geladen werden',
  tryLater: 'Das Projekt ist gerade nicht erreichbar. Bitte versuche es später noch einmal.',

  ratingsSubject: 'Bewertungen',
  submittedBy: 'von <name></name>, eingereicht am <time></time>',
  notRatedYet: 'Noch nicht bewertet',
  valueOf5Stars: '{value} von 5 Sternen',
  ratingCount: '{count, number} {count, plural, one {Bewertung} other {Bewertungen}}',

  figures: 'Zahlen',
  spread: 'Verteilung der Bewertungen',
  scoreByCriterion: 'Wertung nach Kriterien',
  strongest: 'Am stärksten: <strong>{criterion}</strong>',
  mostToGain: 'Am meisten Luft nach oben: <strong>{criterion}</strong>',
  notRatedCriteria: 'Nicht bewertet: {criteria}.',
  comparedWith: 'Verglichen mit den offiziellen Bewertungen aller Projekte von Tag {day}.',
  neighbouringDays: 'Benachbarte Tage',
  day: 'Tag {day}',
  officialAndCommunity: 'Offiziell und Community',
  official: 'Offiziell',
  community: 'Community',
  overall: 'Gesamteindruck',
  whatCounts: 'Offizielle Bewertungen kommen von Admins. Nur sie zählen für die Rangliste.',
  noneYet: 'Noch keine',

  feedback: 'Feedback',
  newestFirst: 'Neueste zuerst',
  noFeedback: 'Noch kein Feedback',
  ratingsAppearHere: 'Bewertungen erscheinen hier, sobald jemand das Projekt bewertet.',
  ratings: 'Bewertungen',
  loadAgain: 'Nicht geladen, erneut versuchen',
  earlierRatings: 'Frühere Bewertungen',
  ratedCriteria: '{rated} von {total} Kriterien bewertet',
  criteriaBy: 'Kriterien, von {name}',
  criterionNotRated: '{criterion}: nicht bewertet',
  notRated: 'nicht bewertet',
}
