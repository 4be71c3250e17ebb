import type { Translation } from '../../../src/shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  description: 'Dreißig Tage, jeden Tag ein Projekt, auf einer Live-Rangliste.',
  shortcutLeaderboard: 'Rangliste',
  shortcutSubmit: 'Projekt einreichen',
  noScript: 'Thirty braucht JavaScript. Bitte schalte es in deinem Browser ein.',
  landingTitle: 'Thirty: dreißig Tage, jeden Tag ein Projekt',
  landingDescription:
    'Veröffentliche jeden Tag ein kleines Projekt, lass es von den Admins der Challenge bewerten und sieh zu, wie sich die Rangliste live bewegt.',
  logInTitle: 'Anmelden · Thirty',
  logInDescription: 'Melde dich bei Thirty an, der 30-Tage-Coding-Challenge.',
  signUpTitle: 'Registrieren · Thirty',
  signUpDescription:
    'Mach mit bei der 30-Tage-Coding-Challenge: jeden Tag ein Projekt, auf einer Live-Rangliste.',
}
