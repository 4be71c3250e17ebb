import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  rateProject: 'Projekt bewerten',
  rateNamed: '{project} bewerten',
  couldNotLoad: 'Das Projekt konnte nicht geladen werden',
  notFound: 'Projekt nicht gefunden',
  withdrawnOrEarlier:
    'Vielleicht wurde es zurückgezogen, oder es gehört zu einer früheren Runde der Challenge.',
  backToProjects: 'Zurück zu den Projekten',
  tryAgain: 'Erneut versuchen',

  viewDemo: 'Demo ansehen',
  viewComments: 'Kommentare',
  viewCode: 'Code ansehen',
  languages: 'Sprachen',
  frameworks: 'Frameworks',
  unknownPerson: 'Ohne Namen',
  submittedOn: 'eingereicht am <time></time>',
  soFar: '{name} bisher',
  standing: 'Platz {place}, {projects, plural, one {1 Projekt} other {# Projekte}}, Qualität {quality}',

  nextUnrated: 'Nächstes ohne Bewertung',
  noNextLoaded: 'Das nächste Projekt konnte nicht gefunden werden. Bitte versuche es noch einmal.',
  noneForYou: 'Kein anderes Projekt braucht eine Bewertung von dir',
  allRated: 'Alle anderen Projekte sind bewertet',
  othersOpen:
    '{count, plural, one {Das einzige andere Projekt ohne Bewertung hat gerade ein anderer Admin geöffnet} other {Alle # Projekte ohne Bewertung haben gerade andere Admins geöffnet}}',

  declareConflict: 'Interessenkonflikt angeben',
  declareQuestion: 'Interessenkonflikt mit {name} angeben?',
  declareText:
    'Du kannst die Projekte dieser Person dann nicht mehr prüfen oder bewerten. Deine früheren Bewertungen bleiben. Auf der Seite „Jury“ können Admins den Interessenkonflikt entfernen.',
  declareFailed: 'Der Interessenkonflikt konnte nicht angegeben werden. Bitte versuche es noch einmal.',
  conflictDeclared: 'Interessenkonflikt angegeben',
  blindNote: 'Die Bewertungen der anderen siehst du, sobald du selbst bewertet hast.',
  addToCalibration: 'Zur Kalibrierung nutzen',
  removeFromCalibration: 'Aus der Kalibrierung nehmen',
  calibrationAdded: 'Alle Jurymitglieder werden gebeten, dieses Projekt zuerst zu bewerten',
  calibrationRemoved: 'Aus der Kalibrierung genommen',
  calibrationFailed: 'Die Kalibrierung konnte nicht geändert werden. Bitte versuche es noch einmal.',

  rating: 'Bewertung',
  notRateable: 'Abgelehnte Projekte können nicht bewertet werden.',
  pressKeys: 'Tasten 1 bis 5 bewerten die Zeile mit dem Fokus.',
  ratedBefore: 'Du hast dieses Projekt am <time></time> bewertet. Eine neue Bewertung ersetzt die alte.',
  functionality: 'Funktion',
  design: 'Gestaltung',
  creativity: 'Kreativität',
  codeQuality: 'Code-Qualität',
  usability: 'Bedienbarkeit',
  ratedCount: '{count} von 5 Kriterien bewertet',
  unrated:
    '{count, plural, one {{criteria} zählt als 0, bis du Sterne vergibst.} other {{criteria} zählen als 0, bis du Sterne vergibst.}}',
  feedback: 'Feedback',
  feedbackHint: 'Was ist gelungen, und was lässt sich verbessern?',
  rateOne: 'Bewerte bitte mindestens ein Kriterium',
  submitRating: 'Bewertung abgeben',
  submitting: 'Wird gesendet …',
  couldNotSubmit: 'Die Bewertung konnte nicht gesendet werden. Bitte versuche es noch einmal.',

  submitted: 'Deine Bewertung ist gespeichert',
  redirecting: 'Gleich geht es weiter zu den Einreichungen …',
  goThereNow: 'Jetzt öffnen',
  backToSubmissions: 'Zurück zu den Einreichungen',
}
