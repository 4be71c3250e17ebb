import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  submitted: 'hat Tag {day} eingereicht',
  reachedStreak: 'hat mit Tag {day} eine Serie von {length} Tagen erreicht',
  tookTheLead: 'hat die Führung übernommen',
  movedUp: 'ist um {places, plural, one {einen Platz} other {# Plätze}} auf Platz {rank} gestiegen',
  approved: 'hat die Freigabe für Tag {day}',
  rated: 'hat {score} für Tag {day} bekommen',
  commented: 'hat ein Projekt kommentiert',
  completed: 'hat Tag {day} abgeschlossen',
  discussed: 'hat eine Diskussion begonnen',
  joined: 'ist der Challenge beigetreten',
}
