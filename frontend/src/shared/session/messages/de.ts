import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  logOutQuestion: 'Abmelden?',
  logOutSure: 'Möchtest du dich wirklich abmelden?',
  logOut: 'Abmelden',
}
