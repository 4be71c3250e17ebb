import { challengeDay } from '@thirty/contracts/challenge/challenge-day.ts'
import { expect, test } from 'vitest'
import { fillDemo } from './fill.ts'

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
  timeZone: string,
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

test.each([
  ...['00:00:00', '00:00:05', '00:04:00', '02:00:00', '12:00:00', '23:59:59'].map(
    (at) => [at, 'UTC'] as const,
  ),
  ...['Pacific/Auckland', 'America/New_York'].map((timeZone) => ['11:30:00', timeZone] as const),
])(
  'a demo that is filled at %s has no event in the future, none for a day that had not started, and the date in %s as day 20',
  async (clock, timeZone) => {
    const now = Date.parse(`2027-01-01T${clock}Z`)
    const requests = await requestsAt(now, timeZone)
    const start = requests.find(({ path }) => path === '/api/admin/challenge/start')?.at ?? 0
    const dayAt = (at: number) => challengeDay(start, at, timeZone)
    expect([dayAt(start), dayAt(now)]).toEqual([1, 20])
    expect(
      requests.filter((request) => request.at > now || (dayOf(request) ?? 0) > dayAt(request.at)),
    ).toEqual([])
    expect(requests.some((request) => dayOf(request) === 20)).toBe(true)
  },
)
