import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  owner: 'Leitung',
  organiser: 'Organisation',
  reviewer: 'Jury',
  viewer: 'Einsicht',
  ownerText: 'Führt die Challenge durch und entscheidet, wer sonst noch Admin ist',
  organiserText: 'Führt die Challenge durch: Start, Ende, Einfrieren, Sicherungen, Teilnehmende, Exporte',
  reviewerText: 'Gibt Projekte frei, lehnt sie ab, bewertet sie und moderiert die Community',
  viewerText: 'Sieht den Admin-Bereich und ändert nichts',
  readOnly:
    'Hier können nur Admins mit der Rolle {lowest, select, owner {Leitung} organiser {Leitung oder Organisation} other {Leitung, Organisation oder Jury}} etwas ändern. Deine Rolle ist {role}.',
  noAccess: 'Kein Zugriff',
  noAccessText:
    'Diese Seite können nur Admins mit der Rolle {lowest, select, owner {Leitung} organiser {Leitung oder Organisation} other {Leitung, Organisation oder Jury}} öffnen. Deine Rolle ist {role}.',
  whoChanges: 'Eine andere Rolle gibt dir die Leitung: {names}.',
  whoChangesUnknown: 'Eine andere Rolle gibt dir die Leitung.',
  toTeam: 'Team ansehen',
}
