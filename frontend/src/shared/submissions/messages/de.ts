import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  yourCertificate: 'Dein Zertifikat',
  certificateProgress: 'Zertifikat: {counted} von {total} Tagen',
}
