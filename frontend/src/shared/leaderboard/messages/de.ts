import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  points: 'Punkte',
  totalPoints: 'Gesamtpunkte',
  projects: 'Projekte',
  quality: 'Qualität',
  streak: 'Serie',
}
