import { seededRandom } from './seeded-random.ts'
import type { DemoClient } from './fill.ts'
import { demoComments, demoDiscussions } from './demo-texts.ts'

const hour = 3_600_000

type Speaker = { id: string }
type Seen = { id: string; day: number; member: { id: string; seed: number; skill: number } }

/** People look at each other's projects, like some and say something about a few. `from` in milliseconds since 1970. */
export async function addReactions(
  tools: DemoClient,
  members: readonly Speaker[],
  projects: readonly Seen[],
  from: number,
): Promise<void> {
  for (const [index, { id, day, member }] of projects.entries()) {
    const next = seededRandom(member.seed * 13 + day)
    const some = () => members[Math.floor(next() * members.length)]
    tools.setTime(from + index * 20_000)
    const visitors = Array.from({ length: 1 + Math.floor(next() * 5 * member.skill) }, some)
    for (const visitor of new Set(visitors)) {
      if (visitor === undefined || visitor.id === member.id) continue
      await tools.call('POST', `/api/projects/${id}/view`, {}, visitor.id)
      if (next() < 0.15 + member.skill * 0.45)
        await tools.call('PUT', `/api/projects/${id}/like`, {}, visitor.id)
      if (next() < 0.12) {
        const text = demoComments[Math.floor(next() * demoComments.length)]
        await tools.call('POST', `/api/projects/${id}/comments`, { text }, visitor.id)
      }
    }
  }
}

/** Those who handed in tick the day's challenge off, most of them. */
export async function completeDays(tools: DemoClient, handedIn: readonly Seen[], at: number): Promise<void> {
  tools.setTime(at)
  for (const { day, member } of handedIn) {
    if (seededRandom(member.seed * 19 + day)() < 0.8)
      await tools.call('POST', `/api/challenge/days/${day}/complete`, {}, member.id)
  }
}

/** The discussions that begin on a day, with their replies over the hours after. */
export async function addDiscussions(
  tools: DemoClient,
  members: readonly Speaker[],
  day: number,
  from: number,
): Promise<void> {
  for (const { title, text, replies } of demoDiscussions.filter((thread) => thread.day === day)) {
    const next = seededRandom(day * 101 + title.length)
    const some = () => members[Math.floor(next() * members.length)]?.id
    tools.setTime(from)
    const { discussion } = await tools.call('POST', '/api/community/discussions', { title, text }, some())
    for (const [index, reply] of replies.entries()) {
      tools.setTime(from + (index + 1) * 0.4 * hour)
      await tools.call(
        'POST',
        `/api/community/discussions/${idOf(discussion)}/replies`,
        { text: reply },
        some(),
      )
    }
  }
}

function idOf(subject: unknown): string {
  if (typeof subject === 'object' && subject !== null && 'id' in subject && typeof subject.id === 'string')
    return subject.id
  throw new Error('The answer names no discussion.')
}
