import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  deviceOnSystem: '{browser} unter {system}',
  unknownDevice: 'Unbekanntes Gerät',
  lastSeen: 'Zuletzt aktiv: <time>vor Kurzem</time>',
  loggedInSince: 'Angemeldet seit <time>einem Tag</time>',
}
