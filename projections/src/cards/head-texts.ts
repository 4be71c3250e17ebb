import { accountLanguages, findAccountLanguage } from '@thirty/contracts/accounts/account-languages.ts'
import { messageOf } from '@thirty/contracts/texts/text.ts'
import type { AccountLanguage } from '@thirty/contracts/accounts/account-languages.ts'
import { nameValue, standInOf, type Named, type StandIn } from '@thirty/contracts/accounts/stand-ins.ts'

/** What the heads of shared pages say in one language. Points and averages have one decimal. */
export type HeadTexts = {
  /** The query of a card's address for this language; empty for English. */
  cardQuery: string
  /** Returns a name, or what stands in its place in this language. */
  name(person: Named): string
  projectTitle(project: { title: string; day: number }): string
  /** `rating` is null without ratings. */
  project(project: { owner: string; rating: number | null; isFrozen: boolean; description: string }): string
  participant(standing: { rank: number; points: number; projects: number; isFrozen: boolean }): string
  certificateTitle(name: string): string
  /** `rank` is null for a participant who was not ranked. */
  certificate(standing: { rank: number | null; points: number }): string
  /** Follows the text of a certificate of which so many projects wait for review. */
  pendingReview(pending: number): string
  noLongerValid: string
}

const decimals = (locale: string) => {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (number: number): string => format.format(number)
}
const [english, german] = [decimals('en-US'), decimals('de-DE')]

const germanStandIns: Readonly<Record<StandIn, string>> = {
  deletedPerson: 'Gelöschtes Konto',
  personElsewhere: 'Konto von anderswo',
  somebodyElsewhere: 'Person von anderswo',
  operator: 'Betreiber',
}

const englishName = (person: Named): string => messageOf(nameValue(person))
const germanName = (person: Named): string => {
  const code = standInOf(person)
  return code === undefined ? englishName(person) : germanStandIns[code]
}

const texts: Readonly<Record<AccountLanguage, HeadTexts>> = {
  en: {
    cardQuery: '',
    name: englishName,
    projectTitle: ({ title, day }) => `${title} · Day ${day}`,
    project: ({ owner, rating, isFrozen, description }) => {
      const frozen = isFrozen ? ', frozen until the reveal' : ''
      return `By ${owner}.${rating === null ? '' : ` Rated ${english(rating)} of 5${frozen}.`} ${description}`
    },
    participant: ({ rank, points, projects, isFrozen }) =>
      `Rank ${rank} with ${english(points)} points and ${projects} of 30 projects${isFrozen ? ', frozen until the reveal' : ''}.`,
    certificateTitle: (name) => `Certificate of ${name}`,
    certificate: ({ rank, points }) =>
      `Completed the 30-day coding challenge with ${english(points)} points${rank === null ? '' : `, rank ${rank}`}.`,
    pendingReview: (pending) =>
      pending === 1 ? 'One project is pending review.' : `${pending} projects are pending review.`,
    noLongerValid: 'This certificate is no longer valid.',
  },
  de: {
    cardQuery: '?language=de',
    name: germanName,
    projectTitle: ({ title, day }) => `${title} · Tag ${day}`,
    project: ({ owner, rating, isFrozen, description }) => {
      const frozen = isFrozen ? ', bis zur Enthüllung eingefroren' : ''
      return `Von ${owner}.${rating === null ? '' : ` Mit ${german(rating)} von 5 bewertet${frozen}.`} ${description}`
    },
    participant: ({ rank, points, projects, isFrozen }) =>
      `Platz ${rank} mit ${german(points)} Punkten und ${projects} von 30 Projekten${isFrozen ? ', bis zur Enthüllung eingefroren' : ''}.`,
    certificateTitle: (name) => `Zertifikat von ${name}`,
    certificate: ({ rank, points }) =>
      `Hat die 30-Tage-Coding-Challenge abgeschlossen, mit ${german(points)} Punkten${rank === null ? '' : ` auf Platz ${rank}`}.`,
    pendingReview: (pending) =>
      pending === 1
        ? 'Die Prüfung eines Projekts steht noch aus.'
        : `Die Prüfung von ${pending} Projekten steht noch aus.`,
    noLongerValid: 'Dieses Zertifikat gilt nicht mehr.',
  },
}

/** Returns the texts in a language; in English for a code that is not one of the product's languages. */
export const headTextsIn = (code: string): HeadTexts =>
  texts[findAccountLanguage(code) ?? accountLanguages[0]]
