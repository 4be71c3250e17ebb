import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  leaderboard: 'Rangliste',
  myProjects: 'Meine Projekte',
  dashboard: 'Dashboard',
  submitProject: 'Projekt einreichen',
  community: 'Community',
  dailyChallenge: 'Tagesaufgabe',
  profile: 'Profil',
  users: 'Konten',
  project: 'Projekt',

  leaveQuestion: 'Seite verlassen, ohne die Bewertung abzuschicken?',
  ratingStays:
    'Deine Sterne und dein Text bleiben auf diesem Gerät, bis du sie abschickst oder dich abmeldest.',
  leave: 'Verlassen',
}
