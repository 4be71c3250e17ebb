// The people and texts of the demo, from `content.json`, and the random choices between them, which are the same for every demo: admins and
// participants with their login, projects, and the feedback in ratings.

import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import content from './content.json' with { type: 'json' }

const { ideas, languages, frameworks, praise, advice } = content
export const { comments, discussions, savedTexts } = content

/** Password of all demo accounts. */
export const demoPassword = 'Thirty-days-1'

/** Returns the email address of a demo account, in a domain that cannot exist (RFC 2606). */
export const demoEmail = (username: string): string => `${username}@demo.example`

/**
 * The first one signs up with the registration key and is the owner, who invites the others. `strictness` is missing for people who rate
 * nothing.
 */
export const demoAdmins: readonly [DemoAdmin, ...DemoAdmin[]] = [
  { fullName: 'Inés Duarte', username: 'ines_duarte', role: 'owner', strictness: 0.15 },
  { fullName: 'Samuel Adeyemi', username: 'samuel_adeyemi', role: 'organiser', strictness: 0.4 },
  { fullName: 'Greta Winther', username: 'greta_winther', role: 'reviewer' },
  { fullName: 'Davi Alencar', username: 'davi_alencar', role: 'reviewer' },
  { fullName: 'Runa Solheim', username: 'runa_solheim', role: 'viewer' },
]

type DemoAdmin = { fullName: string; username: string; role: AdminRole; strictness?: number }

/** The participant whose login the start banner shows. It has not submitted today's project. */
export const demoParticipant = 'maya_lindgren'

/**
 * A participant of the demo. `skill` and `activity` are in 0–1: the quality of the projects, and how often they submit.
 * `joinDay` is the challenge day on which they sign up. Everybody sees all of a `profile`.
 */
export type DemoPerson = (typeof demoPeople)[number]
export const demoPeople = content.people

/** Number of days that have ideas. */
export const demoDays = ideas.length

/** Returns the content of a project for a day. The same seed gives the same content. */
export function ideaFor(
  day: number,
  { fullName, username }: { fullName: string; username: string },
  seed: number,
) {
  const random = seededRandom(seed)
  const { name: idea, description } = pick(ideas[day - 1] ?? [], random)
  const [firstName] = fullName.split(' ')
  const brief = challengeBriefs[day - 1]?.title.toLowerCase()
  // Half of the projects carry the name of their owner.
  const projectName = random() < 0.5 ? idea : `${firstName}’s ${brief}`
  const slug = idea.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const framework = pick(frameworks, random)
  return {
    projectName,
    description,
    languages: pick(languages, random),
    ...(framework !== '' && { frameworks: framework }),
    liveLink: `https://${slug}.${username.replaceAll('_', '-')}.example`,
    repoLink: `https://git.example/${username}/${slug}`,
  }
}

/** Returns feedback that fits an average. */
export function feedbackFor(average: number, random: () => number): string {
  if (average >= 4.6) return pick(praise, random)
  if (average >= 3.2) return `${pick(praise, random)} ${pick(advice, random)}`
  return `A start. ${pick(advice, random)}`
}

/**
 * Returns a function that yields the same numbers for the same seed, each in [0, 1).
 * Algorithm: mulberry32 (Tommy Ettinger, public domain).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Picks a random item. Throws if the list is empty. */
export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Cannot pick from an empty list.')
  return item
}
