// The people of the demo, the texts that they submit and write to each other, and what they do beside submitting.

import { z } from 'zod'
import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { pick, seededRandom } from './seeded-random.ts'
import type { DemoClient } from './demo-client.ts'
import content from './content.json' with { type: 'json' }

const hour = 3_600_000

const discussionInResponse = z.object({ discussion: z.object({ id: z.string() }) })

type Member = { id: string }
type Project = { id: string; day: number; member: { id: string; seed: number; skill: number } }

/** Members view projects of others, like some of them and comment on a few. `from` in milliseconds since 1970. */
export async function addReactions(
  client: DemoClient,
  members: readonly Member[],
  projects: readonly Project[],
  from: number,
): Promise<void> {
  for (const [index, { id, day, member }] of projects.entries()) {
    const random = seededRandom(member.seed * 13 + day)
    client.setTime(from + index * 20_000)
    const visitors = Array.from({ length: 1 + Math.floor(random() * 5 * member.skill) }, () =>
      pick(members, random),
    )
    for (const visitor of new Set(visitors)) {
      if (visitor.id === member.id) continue
      await client.call('POST', `/api/projects/${id}/view`, {}, visitor.id)
      if (random() < 0.15 + member.skill * 0.45)
        await client.call('PUT', `/api/projects/${id}/like`, {}, visitor.id)
      if (random() < 0.12) {
        const text = pick(content.comments, random)
        await client.call('POST', `/api/projects/${id}/comments`, { text }, visitor.id)
      }
    }
  }
}

/** Most members who submitted a project mark its day as complete. `at` in milliseconds since 1970. */
export async function completeDays(
  client: DemoClient,
  submitted: readonly Project[],
  at: number,
): Promise<void> {
  client.setTime(at)
  for (const { day, member } of submitted) {
    if (seededRandom(member.seed * 19 + day)() < 0.8)
      await client.call('POST', `/api/challenge/days/${day}/complete`, {}, member.id)
  }
}

/** Starts the discussions of a day, with their replies in the hours after `from` (milliseconds since 1970). */
export async function addDiscussions(
  client: DemoClient,
  members: readonly Member[],
  day: number,
  from: number,
): Promise<void> {
  for (const { title, text, replies } of content.discussions.filter((thread) => thread.day === day)) {
    const random = seededRandom(day * 101 + title.length)
    const pickMemberId = () => pick(members, random).id
    client.setTime(from)
    const { discussion } = discussionInResponse.parse(
      await client.call('POST', '/api/community/discussions', { title, text }, pickMemberId()),
    )
    for (const [index, reply] of replies.entries()) {
      client.setTime(from + (index + 1) * 0.4 * hour)
      const path = `/api/community/discussions/${discussion.id}/replies`
      await client.call('POST', path, { text: reply }, pickMemberId())
    }
  }
}

const { ideas, languages, frameworks, praise, advice } = content

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
 * A participant of the demo. `skill` and `activity` are in 0–1: the quality of the projects, and how often they submit.
 * `joinDay` is the challenge day on which they sign up.
 */
export type DemoPerson = {
  fullName: string
  username: string
  skill: number
  activity: number
  joinDay: number
}

/** Password of all demo accounts. */
export const demoPassword = 'Thirty-days-1'

/** Returns the email address of a demo account, in a domain that cannot exist (RFC 2606). */
export const demoEmail = (username: string): string => `${username}@demo.example`

/**
 * The first one signs up with the registration key and is the owner, who invites the others. `strictness` is missing for people who rate
 * nothing.
 */
export const demoAdmins = [
  { fullName: 'Inés Duarte', username: 'ines_duarte', role: 'owner', strictness: 0.15 },
  { fullName: 'Samuel Adeyemi', username: 'samuel_adeyemi', role: 'organiser', strictness: 0.4 },
  { fullName: 'Greta Winther', username: 'greta_winther', role: 'reviewer' },
  { fullName: 'Davi Alencar', username: 'davi_alencar', role: 'reviewer' },
  { fullName: 'Runa Solheim', username: 'runa_solheim', role: 'viewer' },
] as const satisfies readonly DemoAdmin[]

type DemoAdmin = { fullName: string; username: string; role: AdminRole; strictness?: number }

/** The participant whose login the start banner shows. It has not submitted today's project. */
export const demoParticipant = 'maya_lindgren'

const toUsername = (fullName: string): string =>
  fullName
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .replaceAll(' ', '_')
    .toLowerCase()

export const demoPeople: readonly DemoPerson[] = content.people.map(({ joinDay = 1, ...person }) => ({
  ...person,
  username: toUsername(person.fullName),
  joinDay,
}))

/** The profiles of some participants by username, all of it shown to everybody. */
export const demoProfiles: ReadonlyMap<string, ProfileRequest> = new Map(
  content.profiles.map(({ username, bio, location, site }) => [
    username,
    {
      bio,
      location,
      // A domain that cannot exist (RFC 2606).
      website: site === '' ? '' : `https://${site}.demo.example/`,
      publicFields: ['bio', 'location', 'website'],
    },
  ]),
)
