import { currentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import {
  boardHistoryResponse,
  boardResponse,
  showcaseResponse,
} from '@thirty/contracts/api/challenge/leaderboard.ts'
import { calendarDay, formatCalendarDay } from '@thirty/contracts/rules/calendar.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { projectFields } from './testing/scenario.ts'

const timeZone = timeZoneAtHour(12)
const hour = 3_600_000

let product: TestProduct
let [ana, ben, admin]: Person[] = []
beforeAll(async () => {
  product = await startTestProduct({ CHALLENGE_TIMEZONE: timeZone })
  ana = await product.participant()
  ben = await product.participant()
  admin = await product.admin()
})
afterAll(() => product.close())

const send = async (person: Person | undefined, endpoint: string, body?: unknown) => {
  const [method = '', path = ''] = endpoint.split(' ')
  const { status, json } = await product.ask({ method, path, token: person?.token, body })
  // Every response of the API is a JSON object.
  return { status, body: json as Record<string, unknown> }
}
const submit = (person: Person | undefined, day: number) =>
  send(person, 'POST /api/projects', { ...projectFields(person ?? { id: '' }), day })
const showcase = async () =>
  showcaseResponse.parse((await send(undefined, 'GET /api/leaderboard/showcase')).body)
const currentDay = async () =>
  currentDayResponse.parse((await send(ana, 'GET /api/challenge/current-day')).body)

const ended = { status: 409, body: { code: 'challenge-ended', message: 'The challenge has ended' } }
const criteria = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }

test('a challenge is ended, takes no projects but reviews, ratings, likes and comments, and is continued', async () => {
  await send(admin, 'POST /api/admin/challenge/start', {})
  const byDefault = await currentDay()
  const end = Date.parse(byDefault.endsAt ?? '')
  const days = calendarDay(end - 1, timeZone) - calendarDay(Date.now(), timeZone) + 1
  expect([days, calendarDay(end, timeZone) - calendarDay(end - 1, timeZone)]).toEqual([37, 1])
  expect(byDefault).toMatchObject({ ended: false, isEndSet: false, timeZone })
  expect(await showcase()).toMatchObject({ endsAt: byDefault.endsAt, ended: false, timeZone })

  const submitted = await submit(ana, 1)
  expect(submitted.status).toBe(201)
  const { _id: id } = submitted.body['project'] as { _id: string }
  const { body: endNow } = await send(admin, 'POST /api/admin/challenge/end', {})
  expect(await currentDay()).toMatchObject({ endsAt: endNow['endsAt'], ended: true, isEndSet: true })
  expect(await showcase()).toMatchObject({ endsAt: endNow['endsAt'], ended: true })

  expect(await submit(ben, 1)).toMatchObject(ended)
  expect(await send(ana, `PUT /api/projects/${id}`, projectFields(ana ?? { id: '' }))).toMatchObject(ended)
  expect(await send(ana, `DELETE /api/projects/${id}`)).toMatchObject(ended)
  for (const [person, endpoint, body] of [
    [ben, `PUT /api/projects/${id}/like`, undefined],
    [ben, `POST /api/projects/${id}/comments`, { text: 'Neat.' }],
    [ben, 'POST /api/ratings/submit', { projectId: id, criteria, feedback: '' }],
    [admin, 'POST /api/ratings/submit', { projectId: id, criteria, feedback: '' }],
    [admin, `PUT /api/projects/${id}`, { status: 'approved' }],
  ] as const)
    expect([endpoint, Math.floor((await send(person, endpoint, body)).status / 100)]).toEqual([endpoint, 2])

  const board = boardResponse.parse((await send(ana, 'GET /api/leaderboard/leaderboard')).body)
  expect(board).toMatchObject({ you: { rank: 1, totalPoints: 45 }, stats: { submissionsToday: 1 } })
  const { body: notices } = await send(ana, 'GET /api/notifications')
  expect(JSON.stringify(notices)).toContain('"text":"The challenge has ended"')

  const later = new Date(Date.now() + hour).toISOString()
  await send(admin, 'POST /api/admin/challenge/end', { at: later })
  expect(await currentDay()).toMatchObject({ endsAt: later, ended: false })
  expect((await submit(ben, 1)).status).toBe(201)
  await send(admin, 'DELETE /api/admin/challenge/end')
  expect(await currentDay()).toMatchObject({ endsAt: byDefault.endsAt, ended: false, isEndSet: false })
})

test('the leaderboard counts the days of the time zone of the challenge', async () => {
  // At every hour, one of these time zones has another date than UTC, and midnight is at least an hour away in it.
  const farTimeZone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  const farProduct = await startTestProduct({ CHALLENGE_TIMEZONE: farTimeZone })
  onTestFinished(() => farProduct.close())
  const eve = await farProduct.participant()
  const ask = async (path: string, method = 'GET', body?: unknown) =>
    (await farProduct.ask({ method, path, token: eve.token, body })).json
  await ask('/api/projects', 'POST', { ...projectFields(eve), day: 1 })
  const board = boardResponse.parse(await ask('/api/leaderboard/leaderboard'))
  expect(board.stats).toMatchObject({ submissionsToday: 1, joinedThisWeek: 1 })
  const { dates } = boardHistoryResponse.parse(await ask('/api/leaderboard/history'))
  const today = calendarDay(Date.now(), farTimeZone)
  expect(dates.at(-1)).toBe(formatCalendarDay(today))
  expect(today).not.toBe(calendarDay(Date.now(), 'UTC'))
})
