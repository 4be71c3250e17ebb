import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  summary:
    'Teilnehmende mit einem Projekt an jedem Tag: heute {today, number}, höchstens {most, number}, an Tag {mostDay}',
  nobodyYet: 'Teilnehmende mit einem Projekt an jedem Tag: noch niemand',
  withProject: 'Mit einem Projekt des Tages',
  onLeaderboard: 'Auf der Rangliste: {count, number}',
  day: 'Tag',
  dayNumber: 'Tag {day}',
  participants: 'Teilnehmende mit einem Projekt',
}
