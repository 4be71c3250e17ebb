import { accountLanguages, findAccountLanguage } from '@thirty/contracts/accounts/account-languages.ts'
import type { AccountLanguage } from '@thirty/contracts/accounts/account-languages.ts'
import type { Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { headTextsIn } from './head-texts.ts'

/** The words on share cards in one language. */
export type CardTexts = {
  /** The language that the texts are in. */
  language: AccountLanguage
  /** A BCP 47 tag for numbers and dates. */
  locale: string
  /** Returns a name, or what stands in its place in this language. */
  name(person: Named): string
  day(day: number): string
  by(owner: string): string
  notRated: string
  /** Says that figures stay until the final standings are revealed. */
  frozen: string
  /** Follows the average. */
  ofFive(ratings: number): string
  rank: string
  points: string
  projects: string
  projectsOfThirty(count: number): string
  streak: string
  days(count: number): string
  certificate: string
  pendingCertificate: string
  endedCertificate: string
  completedChallenge: string
  completed: string
}

const texts: Readonly<Record<AccountLanguage, CardTexts>> = {
  en: {
    language: 'en',
    locale: 'en-US',
    name: headTextsIn('en').name,
    day: (day) => `Day ${day}`,
    by: (owner) => `by ${owner}`,
    notRated: 'Not rated yet',
    frozen: 'Frozen until the reveal',
    ofFive: (ratings) => `of 5, ${ratings} ${ratings === 1 ? 'rating' : 'ratings'}`,
    rank: 'Rank',
    points: 'Points',
    projects: 'Projects',
    projectsOfThirty: (count) => `${count} of 30`,
    streak: 'Streak',
    days: (count) => `${count} ${count === 1 ? 'day' : 'days'}`,
    certificate: 'Certificate',
    pendingCertificate: 'Certificate, pending review',
    endedCertificate: 'Certificate, no longer valid',
    completedChallenge: 'completed the 30-day coding challenge',
    completed: 'Completed',
  },
  de: {
    language: 'de',
    locale: 'de-DE',
    name: headTextsIn('de').name,
    day: (day) => `Tag ${day}`,
    by: (owner) => `von ${owner}`,
    notRated: 'Noch nicht bewertet',
    frozen: 'Bis zur Enthüllung eingefroren',
    ofFive: (ratings) => `von 5, ${ratings} ${ratings === 1 ? 'Bewertung' : 'Bewertungen'}`,
    rank: 'Platz',
    points: 'Punkte',
    projects: 'Projekte',
    projectsOfThirty: (count) => `${count} von 30`,
    streak: 'Serie',
    days: (count) => `${count} ${count === 1 ? 'Tag' : 'Tage'}`,
    certificate: 'Zertifikat',
    pendingCertificate: 'Zertifikat, Prüfung steht noch aus',
    endedCertificate: 'Zertifikat, nicht mehr gültig',
    completedChallenge: 'hat die 30-Tage-Coding-Challenge abgeschlossen',
    completed: 'Abgeschlossen',
  },
}

/** Returns the texts in a language; in English for a code that is not one of the product's languages. */
export const cardTextsIn = (code: string): CardTexts =>
  texts[findAccountLanguage(code) ?? accountLanguages[0]]
