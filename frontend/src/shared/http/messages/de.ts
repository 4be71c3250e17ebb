import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  unreachable: 'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  timedOut: 'Der Server antwortet nicht rechtzeitig. Bitte versuche es noch einmal.',
  stalled: 'Das Hochladen ist stehen geblieben. Prüfe deine Verbindung und versuche es noch einmal.',
  unreadable: 'Die Antwort des Servers ist nicht lesbar. Bitte versuche es noch einmal.',
}
