import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  leaderboard: 'Rangliste',
  title: '30 Tage in 30 Sekunden',
  dayOfReplay: 'Wiedergabe, Tag {day}',
  intro: 'Die ersten zehn am Ende jedes Tages der Challenge.',
  loadingReplay: 'Die Wiedergabe wird geladen',
  notStarted: 'Noch keine Wiedergabe',
  notStartedText: 'Sie beginnt, sobald ein Admin die Challenge startet.',
  dayNotLoaded: 'Tag {day} konnte nicht geladen werden',
  tryLater: 'Bitte versuche es später noch einmal.',

  replay: 'Wiedergabe',
  day: 'Tag {day}',
  participants: 'Teilnehmende',
  projects: 'Projekte',
  points: 'Punkte',
  pause: 'Anhalten',
  play: 'Abspielen',
  leaderboardOfDay: 'Rangliste von Tag {day}',

  nobody: 'Bis zum Ende von Tag {day} hatte noch niemand ein Projekt eingereicht',
  topTen: 'Die ersten zehn am Ende von Tag {day}',
  yourRow: 'Deine Zeile',
}
