// Fills an installation with the demo: its people sign up, submit, review and rate projects, react to them, discuss and complete days.

import { invitationCreatedResponse } from '@thirty/contracts/team/api.ts'
import { savedTextResponse } from '@thirty/contracts/saved-texts/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { calendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { criterionLabels } from '@thirty/contracts/judging/ratings.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import { z } from 'zod'
import {
  comments,
  demoAdmins,
  demoDays,
  demoEmail,
  demoParticipant,
  demoPassword,
  demoPeople,
  discussions,
  feedbackFor,
  ideaFor,
  pick,
  savedTexts,
  seededRandom,
  type DemoPerson,
} from './content.ts'

const hour = 3_600_000

/** With what a demo is filled: requests to the API, a clock that can be set, and screenshots. `processes/demo.ts` makes it. */
export type DemoClient = {
  /** Sends a request as `userId` or as a visitor. Returns the body of the response. Throws if the request is refused. */
  call(method: 'POST' | 'PUT', path: string, body: object, userId?: string): Promise<Record<string, unknown>>
  /** Sets the clock of the server (milliseconds since 1970). */
  setTime(at: number): void
  /** Stores a screenshot as an upload of a user; any number chooses one. Returns its path. */
  storeScreenshot(number: number, userId: string): Promise<string>
  /** Returns the token of the link that a new user received to confirm the email address. */
  confirmationToken(email: string): string
  /** The key with which an admin signs up. */
  adminKey: string
}

type Member = DemoPerson & { id: string; seed: number }
type Admin = { id: string; role: AdminRole; strictness: number | undefined }
/** A day of the demo, and the end of all of it; times in milliseconds since 1970. */
type DemoDay = { day: number; midnight: number; now: number }
type SubmittedProject = { id: string; member: Member; day: number }

/** The people of the demo, and the request with which a project is rejected. */
type Demo = { client: DemoClient; admins: readonly Admin[]; members: Member[]; rejection: object }

/**
 * Fills an empty installation with a fixed community: sign-ups, twenty days of projects, reviews, official and
 * community ratings, likes, comments and discussions, all through requests to the API. Day 20 is the date of `now` in the
 * time zone of the challenge.
 */
export async function fillDemo(client: DemoClient, now: number, timeZone: string) {
  const today = calendarDay(now, timeZone)
  const midnightOf = (day: number) => startOfDay(today - demoDays + day, timeZone)
  const firstDay = midnightOf(1)
  client.setTime(firstDay - 10 * hour)
  const admins = await signUpAdmins(client)
  const rejection = await saveTexts(client, reviewersOf(admins))
  const members = await signUpMembers(client, 1)
  const demo: Demo = { client, admins, members, rejection }
  client.setTime(firstDay)
  await client.call('POST', '/api/admin/challenge/start', {}, admins[0]?.id)

  let projects = 0
  for (let day = 1; day <= demoDays; day += 1) {
    const midnight = midnightOf(day)
    client.setTime(midnight)
    if (day > 1) members.push(...(await signUpMembers(client, day)))
    const submitted = await submitProjects(client, members, { day, midnight, now })
    projects += submitted.length
    const submissionsEnd = day === demoDays ? midnight + 0.99 * (now - midnight) : midnight + 20.5 * hour
    await completeDays(client, submitted, submissionsEnd)
    if (day === demoDays) break
    await addDiscussions(demo, day, submissionsEnd)
    // A third of yesterday's projects is not reviewed yet; everything older is reviewed and rated.
    const reviewed = day === demoDays - 1 ? submitted.filter((_, index) => index % 3 !== 0) : submitted
    const reviewFrom = Math.min(midnight + 21 * hour, now - 2 * hour)
    const approved = await review(demo, reviewed, reviewFrom)
    await rateProjects(demo, approved, reviewFrom + 0.5 * hour)
    await addReactions(demo, approved, reviewFrom + 1.2 * hour)
  }
  return { participants: members.length, projects }
}

async function signUpAdmins(client: DemoClient): Promise<Admin[]> {
  const admins: Admin[] = []
  for (const { fullName, username, role, strictness } of demoAdmins) {
    const body = { fullName, username, email: demoEmail(username), password: demoPassword }
    const owner = admins[0]?.id
    const response =
      owner === undefined
        ? await client.call('POST', '/api/auth/admin-signup', { ...body, adminKey: client.adminKey })
        : await client.call('POST', '/api/auth/invitations/accept', {
            ...body,
            token: await invite(client, role, owner),
          })
    admins.push({ id: idOf(response['user']), role, strictness })
    await confirmEmail(client, body.email)
  }
  return admins
}

/** Invites an admin and returns the token of the link. */
async function invite(client: DemoClient, role: AdminRole, owner: string): Promise<string> {
  const body = { role, days: 7 }
  const response = await client.call('POST', '/api/admin/invitations', body, owner)
  const { invitation } = invitationCreatedResponse.pick({ invitation: true }).parse(response)
  return new URL(invitation.link ?? '').searchParams.get('token') ?? ''
}

/** Saves the texts of the reviewers. The first one is the reason with which projects are rejected. */
async function saveTexts(client: DemoClient, reviewers: readonly Admin[]) {
  const saved = await mapWithLimit([...savedTexts.entries()], 1, async ([index, text]) => {
    const reviewer = reviewers[index % reviewers.length]?.id
    const response = await client.call('POST', '/api/admin/saved-texts', text, reviewer)
    const { savedText } = savedTextResponse.pick({ savedText: true }).parse(response)
    return { reason: text.text, savedText: savedText.id }
  })
  return { status: 'rejected', ...saved[0] }
}

async function signUpMembers(client: DemoClient, day: number): Promise<Member[]> {
  const joining = demoPeople.flatMap((person, index) => (person.joinDay === day ? [{ person, index }] : []))
  return mapWithLimit(joining, 4, async ({ person, index }) => {
    const { fullName, username, profile } = person
    const body = { fullName, username, email: demoEmail(username), password: demoPassword }
    const id = idOf((await client.call('POST', '/api/auth/signup', body))['user'])
    await confirmEmail(client, body.email)
    const publicFields = ['bio', 'location', 'website']
    if (profile !== undefined) await client.call('PUT', '/api/auth/profile', { ...profile, publicFields }, id)
    return { ...person, id, seed: (index + 1) * 7919 }
  })
}

const confirmEmail = (client: DemoClient, email: string) =>
  client.call('POST', '/api/auth/confirm-email', { token: client.confirmationToken(email) })

async function submitProjects(client: DemoClient, members: readonly Member[], on: DemoDay) {
  // One at a time, because each has its own time.
  return mapWithLimit(planSubmissions(members, on), 1, async ({ member, at }) => {
    client.setTime(at)
    const { day } = on
    const seed = member.seed + day * 131
    const imageUrl = await client.storeScreenshot(seed * 31, member.id)
    const body = { ...ideaFor(day, member, seed), imageUrl, day }
    const response = await client.call('POST', '/api/projects', body, member.id)
    return { id: idOf(response['project']), member, day }
  })
}

/** Returns the members who submit a project for a day, with the time of each submission, earliest first. */
function planSubmissions(members: readonly Member[], { day, midnight, now }: DemoDay) {
  const isToday = day === demoDays
  // Nothing happens later than now, so just after midnight there are few projects for today.
  const hours = isToday ? (0.98 * (now - midnight)) / hour : 20
  const plans = members.flatMap((member) => {
    const random = seededRandom(member.seed + day)
    const probability = isToday ? member.activity * 0.45 : member.activity
    if (random() >= probability || (isToday && member.username === demoParticipant)) return []
    return [{ member, at: midnight + random() * hours * hour }]
  })
  return plans.toSorted((left, right) => left.at - right.at)
}

const reviewersOf = (admins: readonly Admin[]): Admin[] =>
  admins.filter(({ role }) => hasPermission(role, 'review-projects'))

/** Returns the projects that are approved. */
async function review({ client, ...demo }: Demo, submitted: readonly SubmittedProject[], from: number) {
  const reviewers = reviewersOf(demo.admins)
  const approved = await oneAfterAnother(client, submitted, from, async (project, index) => {
    const isRejected = seededRandom(project.member.seed * 3 + project.day)() < 0.035
    const request = isRejected ? demo.rejection : { status: 'approved' }
    await client.call('PUT', `/api/projects/${project.id}`, request, reviewers[index % reviewers.length]?.id)
    return isRejected ? [] : [project]
  })
  return approved.flat()
}

/** Admins rate most projects, and half an hour later a member rates some of them. */
async function rateProjects(demo: Demo, projects: readonly SubmittedProject[], from: number) {
  const { client, admins, members } = demo
  await oneAfterAnother(client, projects, from, async (project) => {
    for (const [adminIndex, { id, strictness }] of admins.entries()) {
      if (strictness === undefined) continue
      const random = seededRandom(project.member.seed * 5 + project.day * 17 + adminIndex)
      if (random() > (adminIndex === 0 ? 0.96 : 0.22)) continue
      await rate(client, project, id, project.member.skill - strictness * 0.3, random)
    }
  })
  await oneAfterAnother(client, projects, from + 0.5 * hour, async (project) => {
    const random = seededRandom(project.member.seed * 11 + project.day)
    const rater = pick(members, random)
    if (rater.id === project.member.id || random() > 0.3) return
    await rate(client, project, rater.id, project.member.skill, random)
  })
}

/** Runs a task for each project, some at once, with half a minute between them for the product. `from` in milliseconds since 1970. */
const oneAfterAnother = <Result>(
  client: DemoClient,
  projects: readonly SubmittedProject[],
  from: number,
  task: (project: SubmittedProject, index: number) => Promise<Result>,
): Promise<Result[]> =>
  mapWithLimit([...projects.entries()], 8, async ([index, project]) => {
    client.setTime(from + index * 30_000)
    return task(project, index)
  })

async function rate(
  client: DemoClient,
  project: SubmittedProject,
  rater: string,
  skill: number,
  random: () => number,
) {
  const stars = criterionLabels.map(([name]) => {
    const value = 1.6 + skill * 3.2 + (random() - 0.5) * 2.2
    return [name, Math.min(5, Math.max(1, Math.round(value)))] as const
  })
  const average = stars.reduce((sum, [, value]) => sum + value, 0) / stars.length
  const body = {
    projectId: project.id,
    criteria: Object.fromEntries(stars),
    feedback: feedbackFor(average, random),
  }
  await client.call('POST', '/api/ratings/submit', body, rater)
}

/** Members view projects of others, like some of them and comment on a few. `from` in milliseconds since 1970. */
async function addReactions({ client, members }: Demo, projects: readonly SubmittedProject[], from: number) {
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
async function completeDays(client: DemoClient, submitted: readonly SubmittedProject[], at: number) {
  client.setTime(at)
  for (const { day, member } of submitted) {
    if (seededRandom(member.seed * 19 + day)() < 0.8)
      await client.call('POST', `/api/challenge/days/${day}/complete`, {}, member.id)
  }
}

/** Starts the discussions of a day, with their replies in the hours after `from` (milliseconds since 1970). */
async function addDiscussions({ client, members }: Demo, day: number, from: number) {
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

/** Returns the id of a user or project in a response. */
const idOf = (found: unknown): string => z.object({ _id: z.string() }).parse(found)._id
