import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  familyOrFriend: 'Familie oder Freundschaft',
  work: 'Gemeinsame Arbeit',
  teaching: 'Unterricht oder Mentoring',
  other: 'Anderer Grund',
  noReason: 'Kein Grund angegeben',

  ratingsOfWanted: '{count} von {wanted} Bewertungen',
  ratingsAboveWanted: '{count} Bewertungen ({wanted} gewünscht)',
  calibrationFirst: 'Zuerst die Kalibrierung.',
  calibrationProgress:
    'Du hast {rated} von {total} Kalibrierungsprojekten bewertet. Sie zeigen, wie deine Sterne im Vergleich liegen.',
  openNext: 'Nächstes bewerten',

  conflictBadge: 'Interessenkonflikt',
  conflictTitle: 'Interessenkonflikt.',
  conflictText: 'Die Projekte von {name} kannst du weder freigeben noch ablehnen noch bewerten.',
  declaredBy: 'angegeben von {name}',
  takeBack: 'Entfernen',
  takeBackQuestion: 'Diesen Interessenkonflikt entfernen?',
  takeBackText: 'Du kannst die Projekte von {name} dann wieder prüfen und bewerten.',
  takeBackFailed: 'Der Interessenkonflikt konnte nicht entfernt werden. Bitte versuche es noch einmal.',
  conflictTakenBack: 'Interessenkonflikt entfernt',
}
