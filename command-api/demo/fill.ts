// Fills an installation with the demo.

import { invitationCreatedResponse } from '@thirty/contracts/team/api.ts'
import { savedTextResponse } from '@thirty/contracts/saved-texts/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { calendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { criterionLabels } from '@thirty/contracts/judging/ratings.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import { z } from 'zod'
import { addDiscussions, addReactions, completeDays } from './community.ts'
import {
  demoAdmins,
  demoDays,
  demoEmail,
  demoParticipant,
  demoPassword,
  demoPeople,
  feedbackFor,
  ideaFor,
  pick,
  savedTexts,
  seededRandom,
  type DemoPerson,
} from './content.ts'
import type { DemoClient } from './demo-client.ts'

const hour = 3_600_000

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
export async function fillDemo(
  client: DemoClient,
  now: number,
  timeZone: string,
): Promise<{ participants: number; projects: number }> {
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

const subject = z.object({ _id: z.string() })

/** Returns the id of a user or project in a response. */
const idOf = (found: unknown): string => subject.parse(found)._id
