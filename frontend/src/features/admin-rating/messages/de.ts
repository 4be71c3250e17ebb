import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  rateProject: 'Projekt bewerten',
  couldNotLoad: 'Das Projekt konnte nicht geladen werden',
  notFound: 'Projekt nicht gefunden',
  backToProjects: 'Zurück zu den Projekten',
  tryAgain: 'Erneut versuchen',

  viewDemo: 'Demo ansehen',
  viewCode: 'Code ansehen',
  languages: 'Sprachen',
  frameworks: 'Frameworks',
  unknownPerson: 'Ohne Namen',
  submittedOn: 'eingereicht am <time></time>',
  soFar: '{name} bisher',
  standing: 'Platz {place}, {projects, plural, one {1 Projekt} other {# Projekte}}, Qualität {quality}',

  nextUnrated: 'Nächstes ohne Bewertung',
  leaveQuestion: 'Ohne Abgabe deiner Bewertung weitergehen?',
  leaveLoses: 'Deine Sterne und dein Feedback gehen verloren.',
  leaveRating: 'Weitergehen',
  noNextLoaded: 'Das nächste Projekt konnte nicht gefunden werden. Bitte versuche es noch einmal.',
  allRated: 'Alle anderen Projekte sind bewertet',
  othersOpen:
    '{count, plural, one {Das einzige andere Projekt ohne Bewertung hat gerade ein anderer Admin geöffnet} other {Alle # Projekte ohne Bewertung haben gerade andere Admins geöffnet}}',

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
  redirecting: 'Gleich geht es weiter zu den Projekten …',
  goThereNow: 'Jetzt öffnen',
  backToSubmissions: 'Zurück zu den Einreichungen',
}
