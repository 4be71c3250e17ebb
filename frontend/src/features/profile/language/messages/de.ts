import type { Translation } from '../../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  language: 'Sprache',
  whereItApplies: 'In diesem Browser, in E-Mails und in Push-Nachrichten.',
}
