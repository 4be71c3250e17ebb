import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  podium: 'Podest',
  first: 'Erster Platz',
  second: 'Zweiter Platz',
  third: 'Dritter Platz',
  placeOf: '{place}: ',
  nameAndYou: '{name} (du)',
  points: '{points} Pkt.',
  open: 'Frei',
  rankOverTime: 'Plätze im Verlauf, Tage {first} bis {last}: {people}',
  you: 'du',
  youLegend: 'Du',
  leader: 'Erster Platz',
  participant: 'Name',
  day: 'Tag {day}',
  notRankedYet: '{name}, noch ohne Platz',
  place: '{name}, Platz {rank}',
  fromPlaceTo: '{name}, von Platz {first} auf {last}',
}
