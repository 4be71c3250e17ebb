import { expect, test } from 'vitest'
import { fillDemo } from './fill.ts'

const dayLength = 86_400_000
const today = Date.parse('2027-01-01T00:00:00Z')

/** Fills a product that takes everything; answers at what times it was asked for what. */
async function filledAt(now: number): Promise<{ at: number; path: string; body: object }[]> {
  const asked: { at: number; path: string; body: object }[] = []
  let time = 0
  const call = async (_method: string, path: string, body: object) => {
    const subject = { _id: `${asked.push({ at: time, path, body })}` }
    return { user: subject, project: subject, discussion: { ...subject, id: subject._id } }
  }
  const setTime = (at: number) => void (time = at)
  await fillDemo({ call, setTime, storeScreenshot: async () => '/uploads/a.webp', adminKey: 'key' }, now)
  return asked
}

/** The day that a hand-in or a tick is about. */
const dayOf = ({ path, body }: { path: string; body: object }): number | undefined => {
  const ticked = /\/days\/(\d+)\/complete$/.exec(path)?.[1]
  if (ticked !== undefined) return Number(ticked)
  return path === '/api/projects' && 'day' in body ? Number(body.day) : undefined
}

test.each(['00:00:00', '00:00:05', '00:04:00', '02:00:00', '12:00:00', '23:59:59'])(
  'at %s nothing has happened later than now, and nothing was done for a day that had not begun',
  async (clock) => {
    const now = Date.parse(`2027-01-01T${clock}Z`)
    const asked = await filledAt(now)
    expect(asked.filter(({ at }) => at > now)).toEqual([])
    const early = asked.filter((one) => one.at < today - (20 - (dayOf(one) ?? 0)) * dayLength)
    expect(early).toEqual([])
    expect(asked.some((one) => dayOf(one) === 20)).toBe(true)
  },
)
