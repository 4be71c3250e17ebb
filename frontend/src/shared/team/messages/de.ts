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
  ownersOnly: 'Das dürfen nur Admins mit der Rolle Leitung.',
  ownersAndOrganisersOnly: 'Das dürfen nur Admins mit der Rolle Leitung oder Organisation.',
  notForViewers: 'Das dürfen nur Admins mit der Rolle Leitung, Organisation oder Jury.',
  adminsOnly: 'Das dürfen nur Admins.',
  readOnly: 'Du kannst hier alles ansehen. {needed} Deine Rolle ist {role}.',
  noAccess: 'Kein Zugriff',
  noAccessText: '{needed} Deine Rolle ist {role}.',
  whoChanges: 'Eine andere Rolle gibt dir die Leitung: {names}.',
  whoChangesUnknown: 'Eine andere Rolle gibt dir die Leitung.',
  toTeam: 'Team ansehen',
}
