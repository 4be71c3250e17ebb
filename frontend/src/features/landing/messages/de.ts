import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  startPage: 'Thirty, Startseite',
  logIn: 'Anmelden',
  signUp: 'Registrieren',
  forgotPassword: 'Passwort vergessen',
  admin: 'Admin',
  dashboard: 'Dashboard',
  joinTheChallenge: 'Mach mit',
  tagline: 'Eine 30-Tage-Coding-Challenge',
  account: 'Konto',

  sections: 'Abschnitte',
  sectionFeatures: 'Funktionen',
  sectionAbout: 'Ablauf',
  sectionRules: 'Regeln',
  sectionFaq: 'Fragen',
  openMenu: 'Menü öffnen',
  closeMenu: 'Menü schließen',

  heroTitle: 'Dreißig Tage. <br></br>Jeden Tag <br></br>ein Projekt.',
  heroText:
    'Veröffentliche jeden Tag ein kleines Projekt, lass es von den Admins der Challenge bewerten und sieh zu, wie sich die Rangliste live bewegt.',
  readTheRules: 'Regeln lesen',

  leaderboard: 'Rangliste',
  leaderboardOfDay: 'Rangliste, Tag {day}',
  leaderboardFailed: 'Die Rangliste kann gerade nicht geladen werden.',
  retry: 'Erneut versuchen',
  noSubmissions: 'Noch keine Einreichungen. Der erste Platz ist frei.',

  featuresTitle: 'Alles für eine <br></br>tägliche Gewohnheit',
  featuresText:
    'Jeden Tag eine Aufgabe, ein Ort für dein Projekt und eine Wertung, aus der du lernst. Das erwartet dich:',
  overview: 'Die Challenge im Überblick',
  overviewText:
    'Du siehst den ganzen Weg: dreißig feste Aufgaben, leichte und schwere Tage, wo du stehst und was noch kommt.',
  submission: 'Einreichen',
  submissionText:
    'Ein Live-Link, ein Repository und ein Screenshot. Du reichst einmal am Tag ein; dein Projekt wird geprüft und dann bewertet.',
  rating: 'Bewertung',
  ratingText:
    'Die Admins bewerten jedes Projekt nach Kreativität, Funktion, Code-Qualität und Thema und schreiben dazu, was du als Nächstes ausprobieren kannst.',
  themes: 'Tägliche Themen',
  themesText:
    'Jeden Tag ein neues Thema mit klaren Anforderungen, von der Profilkarte an Tag 1 bis zum Portfolio an Tag 30.',
  community: 'Community',
  communityText:
    'Verfolge, was andere veröffentlichen, lies die Diskussionen und lerne aus Projekten, auf die du nie gekommen wärst.',
  documentation: 'Dokumentation',
  documentationText:
    'Anleitungen und Ressourcen für die Entwicklung, nach Themen geordnet. Setz Lesezeichen für den Tag, an dem du sie brauchst.',

  howADayGoes: 'So läuft ein Tag',
  howADayGoesText:
    'Etwa zwei Stunden genügen. Es geht darum, etwas Kleines fertig zu machen, es zu zeigen und morgen wiederzukommen.',
  stepRead: 'Aufgabe lesen',
  stepReadText:
    'Jeder Tag beginnt mit einem Titel, einem Schwierigkeitsgrad und einer Liste von Anforderungen.',
  stepBuild: 'Bauen',
  stepBuildText: 'Mit jeder Sprache und jedem Framework. Klein und fertig schlägt groß und halb fertig.',
  stepSubmit: 'Einreichen',
  stepSubmitText: 'Name, Live-Link, Repository, Beschreibung und ein Screenshot bis 2 MB.',
  stepScore: 'Bewertung bekommen',
  stepScoreText:
    'Ein Admin prüft das Projekt, bewertet es nach fünf Kriterien und gibt schriftliches Feedback.',
  participants: 'Teilnehmende',
  projects: 'Projekte',
  averageScore: 'Durchschnitt',

  rules: 'Regeln',
  ruleOnePerDay: 'Ein Projekt am Tag, dreißig Tage lang.',
  ruleLinks: 'Jedes Projekt hat einen Live-Link und ein öffentliches Repository.',
  ruleOwnWork: 'Deine eigene Arbeit. Bibliotheken sind in Ordnung; nenne die, die du benutzt hast.',
  ruleMissedDays: 'Verpasste Tage bleiben offen. Deine Serie zählt die Tage in Folge bis zu deinem letzten.',
  ruleRejection: 'Admins können ein Projekt ablehnen, das nicht zum Tag passt.',
  faq: 'Häufige Fragen',
  whenToStart: 'Muss ich an Tag 1 anfangen?',
  whenToStartAnswer:
    'Nein. Du steigst am aktuellen Tag ein, und frühere Tage bleiben offen. Für die Rangliste zählen deine Projekte, nicht das Datum deiner Registrierung.',
  whichLanguages: 'Welche Sprachen kann ich verwenden?',
  whichLanguagesAnswer:
    'Jede Programmiersprache und jedes Framework, solange sich das Ergebnis im Browser öffnen und der Code lesen lässt.',
  whoRates: 'Wer bewertet meine Projekte?',
  whoRatesAnswer:
    'Die Admins der Challenge. Sie prüfen jedes Projekt und bewerten es nach fünf Kriterien, und nur ihre Bewertungen zählen für die Rangliste.',
  afterDay30: 'Was passiert nach Tag 30?',
  afterDay30Answer:
    'Verspätete Projekte werden noch sieben Tage lang angenommen, wenn die Admins kein anderes Ende festlegen. Danach bleibt der Stand, wie er ist, bis die Admins die nächste Runde starten. Dein Konto behältst du.',

  joinAnyDay: 'Steig jederzeit ein. <br></br>Fang an zu bauen.',

  exampleQuestion: 'Wie hast du die Stimmen synchron gehalten?',
  exampleReply: 'Ein Socket, und gezählt wird nur auf dem Server.',
  guideLiveLink: 'So kommst du zu einem Live-Link',
  guideRepository: 'Was ein gutes Repository ausmacht',
  guideScreenshot: 'Ein klarer Screenshot',
  creativity: 'Kreativität',
  functionality: 'Funktion',
  codeQuality: 'Code-Qualität',
  theme: 'Thema',
  exampleOfRating: 'Beispiel einer Bewertung',
  theChallenge: 'der Challenge',
  submitProject: 'Projekt einreichen',
}
