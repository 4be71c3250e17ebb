import { challengeDay } from '@thirty/contracts/challenge/challenge-day.ts'
import { expect, test } from 'vitest'
import { fillDemo } from './fill.ts'

const dayLength = 86_400_000
const today = Date.parse('2027-01-01T00:00:00Z')
/** The last day of the demo is today. */
const startOf = (day: number) => today - (20 - day) * dayLength

const invitationOf = (body: object) => ({
  role: 'role' in body ? body.role : '',
  state: 'open',
  by: { _id: '1', fullName: 'Inés Duarte' },
  createdAt: '',
  expiresAt: '',
  email: null,
  note: null,
  link: 'https://thirty.example/admin/invitation?token=a-token',
  usedBy: null,
})

/** Fills a fake server that accepts everything. Returns its requests and their times. */
async function requestsAt(
  now: number,
  timeZone = 'UTC',
): Promise<{ at: number; path: string; body: object }[]> {
  const requests: { at: number; path: string; body: object }[] = []
  let time = 0
  const call = async (_method: string, path: string, body: object) => {
    const subject = { _id: `${requests.push({ at: time, path, body })}` }
    const invitation = { ...invitationOf(body), id: subject._id }
    const savedText = { id: subject._id, kind: 'feedback', title: 'Title', text: 'Text', version: '1' }
    const discussion = { ...subject, id: subject._id }
    return { invitation, savedText, user: subject, project: subject, discussion }
  }
  const setTime = (at: number) => void (time = at)
  const client = {
    call,
    setTime,
    storeScreenshot: async () => '/uploads/a.webp',
    confirmationToken: () => 'token',
    adminKey: 'key',
  }
  await fillDemo(client, now, timeZone)
  return requests
}

/** Returns the challenge day of a submission or completion. */
const dayOf = ({ path, body }: { path: string; body: object }): number | undefined => {
  const completed = /\/days\/(\d+)\/complete$/.exec(path)?.[1]
  if (completed !== undefined) return Number(completed)
  return path === '/api/projects' && 'day' in body ? Number(body.day) : undefined
}

test.each(['00:00:00', '00:00:05', '00:04:00', '02:00:00', '12:00:00', '23:59:59'])(
  'a demo that is filled at %s has no event in the future, and none for a day that had not started',
  async (clock) => {
    const now = Date.parse(`2027-01-01T${clock}Z`)
    const requests = await requestsAt(now)
    expect(requests.filter(({ at }) => at > now)).toEqual([])
    const early = requests.filter((request) => {
      const day = dayOf(request)
      return day !== undefined && request.at < startOf(day)
    })
    expect(early).toEqual([])
    expect(requests.some((request) => dayOf(request) === 20)).toBe(true)
  },
)

test.each(['Pacific/Auckland', 'America/New_York'])(
  'day 20 of a demo in %s is the date there',
  async (timeZone) => {
    const now = Date.parse('2027-01-01T11:30:00Z')
    const requests = await requestsAt(now, timeZone)
    const start = requests.find(({ path }) => path === '/api/admin/challenge/start')?.at ?? 0
    expect(challengeDay(start, now, timeZone)).toBe(20)
    expect(challengeDay(start, start, timeZone)).toBe(1)
    const early = requests.filter(
      (request) => (dayOf(request) ?? 0) > challengeDay(start, request.at, timeZone),
    )
    expect([early, requests.filter(({ at }) => at > now)]).toEqual([[], []])
  },
)
