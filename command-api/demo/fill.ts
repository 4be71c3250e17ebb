import { criterionLabels } from '@thirty/contracts/rules/ratings.ts'
import { seededRandom } from './seeded-random.ts'
import { feedbackFor, demoDays, ideaFor } from './ideas.ts'
import {
  demoAdmins,
  demoEmail,
  demoPassword,
  demoPeople,
  demoParticipant,
  type DemoPerson,
} from './people.ts'
import { screenshotCount } from './screenshots.ts'
import { addDiscussions, addReactions, completeDays } from './community.ts'

/** What the demo is filled through: the product's own calls, and a clock that can be set. */
export type DemoClient = {
  /** One call of the product, as `userId` or as a visitor. Answers the body; throws when the call was refused. */
  call(method: 'POST' | 'PUT', path: string, body: object, userId?: string): Promise<Record<string, unknown>>
  /** Sets the clock by which the product decides (milliseconds since 1970). */
  setTime(at: number): void
  /** Stores drawn picture number so-and-so as an upload of a user and answers its address. */
  storeScreenshot(number: number, userId: string): Promise<string>
  adminKey: string
}

const hour = 3_600_000
const dayLength = 24 * hour

type Member = DemoPerson & { id: string; seed: number }
type Admin = { id: string; strictness: number }
type SubmittedProject = { id: string; member: Member; day: number }

/**
 * Fills an empty installation with a fixed community: sign-ups, twenty days of projects, reviews, official and
 * community ratings, likes, comments and discussions, all through the product's own calls. The twentieth day is the day of `now` (UTC).
 */
export async function fillDemo(
  tools: DemoClient,
  now: number,
): Promise<{ participants: number; projects: number }> {
  const today = Math.floor(now / dayLength) * dayLength
  const firstDay = today - (demoDays - 1) * dayLength
  tools.setTime(firstDay - 10 * hour)
  const admins = await signUpAdmins(tools)
  const members = await signUpMembers(tools, 1)
  tools.setTime(firstDay)
  await tools.call('POST', '/api/admin/challenge/start', {}, admins[0]?.id)

  let projects = 0
  for (let day = 1; day <= demoDays; day += 1) {
    const midnight = firstDay + (day - 1) * dayLength
    tools.setTime(midnight)
    if (day > 1) members.push(...(await signUpMembers(tools, day)))
    const handedIn = await handIn(tools, members, day, midnight, now)
    projects += handedIn.length
    const handedInBy = day === demoDays ? midnight + 0.99 * (now - midnight) : midnight + 20.5 * hour
    await completeDays(tools, handedIn, handedInBy)
    if (day === demoDays) break
    await addDiscussions(tools, members, day, handedInBy)
    // Yesterday's projects are still being looked at; everything older is reviewed and rated.
    const reviewed = day === demoDays - 1 ? handedIn.filter((_, index) => index % 3 !== 0) : handedIn
    const reviewFrom = Math.min(midnight + 21 * hour, now - 2 * hour)
    const approved = await review(tools, admins, reviewed, reviewFrom)
    await rateOfficially(tools, admins, approved, reviewFrom + 0.5 * hour)
    await rateEachOther(tools, members, approved, reviewFrom + hour)
    await addReactions(tools, members, approved, reviewFrom + 1.2 * hour)
  }
  return { participants: members.length, projects }
}

async function signUpAdmins(tools: DemoClient): Promise<Admin[]> {
  const admins: Admin[] = []
  for (const { fullName, username, strictness } of demoAdmins) {
    const body = {
      fullName,
      username,
      email: demoEmail(username),
      password: demoPassword,
      adminKey: tools.adminKey,
    }
    admins.push({ id: idOf(await tools.call('POST', '/api/auth/admin-signup', body)), strictness })
  }
  return admins
}

async function signUpMembers(tools: DemoClient, day: number): Promise<Member[]> {
  const joining = demoPeople.flatMap((person, index) => (person.joinDay === day ? [{ person, index }] : []))
  return together(joining, 4, async ({ person, index }) => {
    const { fullName, username } = person
    const body = { fullName, username, email: demoEmail(username), password: demoPassword }
    return {
      ...person,
      id: idOf(await tools.call('POST', '/api/auth/signup', body)),
      seed: (index + 1) * 7919,
    }
  })
}

async function handIn(
  tools: DemoClient,
  members: readonly Member[],
  day: number,
  midnight: number,
  now: number,
): Promise<SubmittedProject[]> {
  const isToday = day === demoDays
  // Today there is only what has passed of it, which is little just after midnight.
  const hours = isToday ? (0.98 * (now - midnight)) / hour : 20
  const plans = members
    .map((member) => ({ member, next: seededRandom(member.seed + day) }))
    .filter(({ member, next }) => next() < (isToday ? member.activity * 0.45 : member.activity))
    .filter(({ member }) => !isToday || member.username !== demoParticipant)
    .map((plan) => ({ ...plan, at: midnight + plan.next() * hours * hour }))
    .toSorted((left, right) => left.at - right.at)
  const pictures = await together(plans, 8, async ({ member }) =>
    tools.storeScreenshot((seedOf(member, day) * 31) % screenshotCount, member.id),
  )
  // One after the other, so that each has its own time.
  return together(plans, 1, async ({ member, at }, index) => {
    tools.setTime(at)
    const body = { ...ideaFor(day, member, seedOf(member, day)), imageUrl: pictures[index], day }
    const answer = await tools.call('POST', '/api/projects', body, member.id)
    return { id: idOf({ user: answer['project'] }), member, day }
  })
}

const seedOf = (member: Member, day: number): number => member.seed + day * 131

async function review(
  tools: DemoClient,
  admins: readonly Admin[],
  handedIn: readonly SubmittedProject[],
  from: number,
): Promise<SubmittedProject[]> {
  const verdicts = await together(handedIn, 8, async (project, index) => {
    tools.setTime(from + index * 30_000)
    const isRejected = seededRandom(project.member.seed * 3 + project.day)() < 0.035
    const verdict = isRejected
      ? { status: 'rejected', reason: 'The live link does not open. Please check it and hand it in again.' }
      : { status: 'approved' }
    await tools.call('PUT', `/api/projects/${project.id}`, verdict, admins[index % admins.length]?.id)
    return isRejected ? [] : [project]
  })
  return verdicts.flat()
}

async function rateOfficially(
  tools: DemoClient,
  admins: readonly Admin[],
  projects: readonly SubmittedProject[],
  from: number,
) {
  await together(projects, 8, async (project, index) => {
    tools.setTime(from + index * 30_000)
    for (const [place, admin] of admins.entries()) {
      const next = seededRandom(project.member.seed * 5 + project.day * 17 + place)
      if (next() > (place === 0 ? 0.96 : 0.22)) continue
      await rate(tools, project, admin.id, project.member.skill - admin.strictness * 0.3, next)
    }
  })
}

async function rateEachOther(
  tools: DemoClient,
  members: readonly Member[],
  projects: readonly SubmittedProject[],
  from: number,
) {
  await together(projects, 8, async (project, index) => {
    tools.setTime(from + index * 30_000)
    const next = seededRandom(project.member.seed * 11 + project.day)
    const rater = members[Math.floor(next() * members.length)]
    if (rater === undefined || rater.id === project.member.id || next() > 0.3) return
    await rate(tools, project, rater.id, project.member.skill, next)
  })
}

async function rate(
  tools: DemoClient,
  project: SubmittedProject,
  rater: string,
  skill: number,
  next: () => number,
) {
  const stars = criterionLabels.map(([name]) => {
    const wanted = 1.6 + skill * 3.2 + (next() - 0.5) * 2.2
    return [name, Math.min(5, Math.max(1, Math.round(wanted)))] as const
  })
  const average = stars.reduce((sum, [, value]) => sum + value, 0) / stars.length
  const body = {
    projectId: project.id,
    criteria: Object.fromEntries(stars),
    feedback: feedbackFor(average, next),
  }
  await tools.call('POST', '/api/ratings/submit', body, rater)
}

/** Runs a task for each item, so many at a time, and answers in the order of the items. */
async function together<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let first = 0; first < items.length; first += atOnce) {
    const part = items.slice(first, first + atOnce)
    results.push(...(await Promise.all(part.map((item, index) => task(item, first + index)))))
  }
  return results
}

/** Id of what a call answered about. */
function idOf(answer: Record<string, unknown>): string {
  const subject = answer['user']
  if (typeof subject === 'object' && subject !== null && '_id' in subject && typeof subject._id === 'string')
    return subject._id
  throw new Error('The answer names nobody.')
}
