import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  judging: 'Jury',
  about: 'Sieh nach, ob jedes Projekt genug Bewertungen bekommt und ob alle gleich streng bewerten.',
  subject: 'Jury',
  loading: 'Die Daten der Jury werden geladen',
  failed: 'Die Daten der Jury konnten nicht geladen werden',
  failedText: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
  retry: 'Erneut versuchen',

  settings: 'So wird bewertet',
  wantedRatings: 'Offizielle Bewertungen je Projekt',
  wantedOne: 'Eine Bewertung je Projekt genügt. Admins sehen, wer was bewertet hat.',
  wantedSeveral:
    'Jedes Projekt soll {count} Bewertungen von verschiedenen Admins bekommen. Die Sterne der anderen sehen sie erst, wenn sie ein Projekt selbst bewertet haben.',
  wantedFailed: 'Die Zahl der Bewertungen konnte nicht geändert werden. Bitte versuche es noch einmal.',
  normalisedScores: 'Angeglichene Bewertungen',
  normalisedOn:
    'Diese Seite zeigt die Durchschnitte auf einer gemeinsamen Skala aller Jurymitglieder. Punkte und Plätze ändern sich nicht.',
  normalisedOff: 'Diese Seite zeigt die Durchschnitte, wie die Jurymitglieder sie vergeben haben.',
  normalisedFailed:
    'Die angeglichenen Bewertungen konnten nicht umgeschaltet werden. Bitte versuche es noch einmal.',
  on: 'An',
  off: 'Aus',

  coverage: 'Abdeckung',
  coverageNone: 'Es gibt noch keine Projekte zu bewerten.',
  coverageDone:
    '{done, number} von {total, plural, one {1 Projekt} other {# Projekten}} {done, plural, one {hat} other {haben}} {wanted, plural, one {eine offizielle Bewertung} other {# oder mehr Bewertungen}}.',
  ratingsCount: '{count, plural, =0 {Keine Bewertung} one {1 Bewertung} other {# Bewertungen}}',
  ratingsOrMore: '{count, plural, one {1 oder mehr Bewertungen} other {# oder mehr Bewertungen}}',
  ratingsHead: 'Bewertungen',
  projectsHead: 'Projekte',

  reviewers: 'Jurymitglieder',
  reviewersNone:
    'Noch hat niemand eine offizielle Bewertung abgegeben. Mit der ersten erscheinen hier die Zahlen zu den Jurymitgliedern.',
  reviewersOne:
    'Bisher bewertet nur eine Person. Für Abweichung und Ausreißer braucht es eine zweite, die einige derselben Projekte bewertet. Bei einer Person wird auch nichts angeglichen.',
  reviewersExcluded: 'Bewertungen mit Interessenkonflikt zählen in diesen Zahlen nicht.',
  reviewer: 'Jurymitglied',
  ratings: 'Bewertungen',
  mean: 'Mittelwert',
  deviation: 'Standardabweichung',
  bias: 'Abweichung',
  biasNone: 'Keine gemeinsamen Projekte',
  biasProjects: '{count, plural, one {1 gemeinsames Projekt} other {# gemeinsame Projekte}}',
  distribution: 'Verteilung',
  distributionText: '5 Sterne: {five}, 4 Sterne: {four}, 3 Sterne: {three}, 2 Sterne: {two}, 1 Stern: {one}',
  outliers: 'Ausreißer',

  anotherLook: 'Noch einmal ansehen',
  anotherLookText: 'Die Bewertungen dieser Projekte liegen mindestens zwei Sterne auseinander.',
  anotherLookNone: 'Bei keinem Projekt liegen die Bewertungen zwei oder mehr Sterne auseinander.',
  more: 'Nur die ersten {count} werden angezeigt.',
  dayOf: 'Tag {day}, {name}',
  unknownProject: 'Projekt',
  blind: 'Du siehst die Bewertungen, sobald du dieses Projekt selbst bewertet hast.',
  spread: '{stars} Sterne auseinander',
  openRating: 'Bewertung öffnen',
  openRatingOf: 'Bewertung von {project} öffnen',
  conflictMark: 'Interessenkonflikt',

  excluded: 'Vor einem Interessenkonflikt bewertet',
  excludedText:
    'Diese Bewertungen zählen für die Rangliste, aber nicht in den Zahlen zu den Jurymitgliedern.',

  conflicts: 'Interessenkonflikte',
  conflictsText:
    'Admins können die Projekte von Teilnehmenden nicht prüfen oder bewerten, mit denen sie einen Interessenkonflikt haben.',
  conflictsNone: 'Niemand hat einen Interessenkonflikt angegeben.',
  conflictOf: '<strong>{admin}</strong> mit <strong>{participant}</strong>',
  declaredBy: 'angegeben von {name}',
  declare: 'Interessenkonflikt angeben',
  declareTitle: 'Interessenkonflikt angeben',
  declareText:
    'Dieser Admin kann die Projekte dieser Person dann nicht mehr prüfen oder bewerten. Frühere Bewertungen bleiben.',
  whose: 'Admin',
  myself: 'Ich selbst',
  participant: 'Person',
  participantHint: 'Name, Benutzername oder E-Mail-Adresse',
  search: 'Suchen',
  searching: 'Wird gesucht …',
  searchFailed: 'Die Suche ist fehlgeschlagen. Bitte versuche es noch einmal.',
  nobodyFound: 'Niemand gefunden.',
  chosen: 'Gewählt: {name}',
  reason: 'Grund',
  noReason: 'Kein Grund',
  declareNow: 'Angeben',
  declaring: 'Wird gespeichert …',
  declareFailed: 'Der Interessenkonflikt konnte nicht angegeben werden. Bitte versuche es noch einmal.',
  chooseParticipant: 'Wähle eine Person.',
  declared: 'Interessenkonflikt angegeben',
  takeBack: 'Entfernen',
  takeBackOf: 'Interessenkonflikt von {admin} mit {participant} entfernen',
  takeBackQuestion: 'Diesen Interessenkonflikt entfernen?',
  takeBackText: '{admin} kann die Projekte von {participant} dann wieder prüfen und bewerten.',
  takeBackFailed: 'Der Interessenkonflikt konnte nicht entfernt werden. Bitte versuche es noch einmal.',
  takenBack: 'Interessenkonflikt entfernt',

  calibration: 'Kalibrierung',
  calibrationText:
    'Alle Jurymitglieder werden gebeten, diese Projekte zuerst zu bewerten. Ihre Bewertungen zählen wie alle anderen. Bis zu {max} Projekte lassen sich auf ihren Bewertungsseiten wählen.',
  calibrationRatings: 'Bewertungen der Kalibrierungsprojekte',
  calibrationNone: 'Kein Projekt ist zur Kalibrierung gewählt.',
  calibrationState:
    '{state, select, rejected {Abgelehnt, niemand muss es bewerten} gone {Zurückgezogen} other {}}',
  median: 'Median',
  project: 'Projekt',
  notRated: '–',
  notRatedYet: 'nicht bewertet',
  blindShort: 'Erst nach deiner Bewertung',
  removeOf: '{project} aus der Kalibrierung nehmen',
  remove: 'Entfernen',
  removeFailed:
    'Das Projekt konnte nicht aus der Kalibrierung genommen werden. Bitte versuche es noch einmal.',
  allFinished: 'Alle haben alle Kalibrierungsprojekte bewertet.',
  notFinished: 'Noch nicht fertig: {names}',
  progressOf: '{name} ({rated} von {total})',

  standings: 'Stand nach angeglichenen Bewertungen',
  standingsNone: 'Noch gibt es keine offizielle Bewertung.',
  standingsFailed: 'Der Stand konnte nicht geladen werden',
  moved:
    '{moved, plural, =0 {Niemand der ersten {compared, number} der Rangliste würde den Platz wechseln.} one {1 Person der ersten {compared, number} der Rangliste würde den Platz wechseln.} other {# Personen der ersten {compared, number} der Rangliste würden den Platz wechseln.}}',
  rankNow: 'Jetzt',
  rankNormalised: 'Angeglichen',
  pointsNow: 'Punkte',
  pointsNormalised: 'Angeglichene Punkte',
  change: 'Änderung',
  placesUp: '{count, plural, one {1 Platz nach oben} other {# Plätze nach oben}}',
  placesDown: '{count, plural, one {1 Platz nach unten} other {# Plätze nach unten}}',
  samePlace: 'gleicher Platz',
  tryInWhatIf: 'In „Was wäre, wenn“ ausprobieren',
  projects: 'Bewertete Projekte',
  projectsFailed: 'Die Projekte konnten nicht geladen werden',
  projectsNone: 'Noch hat kein Projekt eine offizielle Bewertung.',
  raw: 'Durchschnitt',
  normalisedAverage: 'Angeglichen',
  showAll: 'Alle {count, number} anzeigen',
  showMore: 'Mehr anzeigen',
  showingMore: 'Wird geladen …',
  moreFailed: 'Weitere Projekte konnten nicht geladen werden. Bitte versuche es noch einmal.',

  how: 'So wird gerechnet',
  howScale:
    'Jedes Jurymitglied hat eine Skala: Mittelwert und Standardabweichung seiner Bewertungen. Bewertungen abgelehnter und zurückgezogener Projekte, ersetzte Bewertungen und solche mit Interessenkonflikt zählen nicht.',
  howScore:
    'Die angeglichene Bewertung ist der z-Wert auf der Skala des Jurymitglieds, übertragen auf die Skala aller: Mittelwert aller + (Bewertung − Mittelwert des Jurymitglieds) ÷ dessen Standardabweichung × Standardabweichung aller, zwischen 0 und 5, mit einer Nachkommastelle.',
  howShrinkage:
    'Bei wenigen Bewertungen wird jede Skala an die gemeinsame angenähert, als gäbe es drei weitere durchschnittliche Bewertungen. Bei weniger als fünf Bewertungen wird nur der Mittelwert angeglichen.',
  howStandings:
    'Der angeglichene Stand folgt derselben Punkteformel wie die Rangliste, mit angeglichenen Bewertungen. Bei gleichen Punkten bleibt die Reihenfolge der Rangliste.',
  howBias:
    'Die Abweichung sagt, wie viele Sterne jemand mehr (+) oder weniger (−) gibt als die anderen bei denselben Projekten. Ein Ausreißer liegt mindestens zwei Sterne neben dem Mittelwert der anderen.',
}
