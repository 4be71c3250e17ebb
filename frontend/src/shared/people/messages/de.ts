import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  submitted: 'hat Tag {day} eingereicht',
  approved: 'hat die Freigabe für Tag {day}',
  rated: 'hat {score} für Tag {day} bekommen',
  commented: 'hat ein Projekt kommentiert',
  completed: 'hat Tag {day} abgeschlossen',
  discussed: 'hat eine Diskussion begonnen',
  joined: 'ist der Challenge beigetreten',
}
