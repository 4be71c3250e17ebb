// What the people of the demo do beside submitting: they react to projects, discuss them and complete days.

import { z } from 'zod'
import { comments, discussions, pick, seededRandom } from './content.ts'
import type { DemoClient } from './demo-client.ts'

const hour = 3_600_000

type Community = { client: DemoClient; members: readonly { id: string }[] }
type Project = { id: string; day: number; member: { id: string; seed: number; skill: number } }

/** Members view projects of others, like some of them and comment on a few. `from` in milliseconds since 1970. */
export async function addReactions(community: Community, projects: readonly Project[], from: number) {
  const { client, members } = community
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
        const text = pick(comments, random)
        await client.call('POST', `/api/projects/${id}/comments`, { text }, visitor.id)
      }
    }
  }
}

/** Most members who submitted a project mark its day as complete. `at` in milliseconds since 1970. */
export async function completeDays(client: DemoClient, submitted: readonly Project[], at: number) {
  client.setTime(at)
  for (const { day, member } of submitted) {
    if (seededRandom(member.seed * 19 + day)() < 0.8)
      await client.call('POST', `/api/challenge/days/${day}/complete`, {}, member.id)
  }
}

/** Starts the discussions of a day, with their replies in the hours after `from` (milliseconds since 1970). */
export async function addDiscussions({ client, members }: Community, day: number, from: number) {
  for (const { title, text, replies } of discussions.filter((thread) => thread.day === day)) {
    const random = seededRandom(day * 101 + title.length)
    const pickMemberId = () => pick(members, random).id
    client.setTime(from)
    const response = await client.call('POST', '/api/community/discussions', { title, text }, pickMemberId())
    const { discussion } = z.object({ discussion: z.object({ id: z.string() }) }).parse(response)
    for (const [index, reply] of replies.entries()) {
      client.setTime(from + (index + 1) * 0.4 * hour)
      const path = `/api/community/discussions/${discussion.id}/replies`
      await client.call('POST', path, { text: reply }, pickMemberId())
    }
  }
}
