import { daysAnswer } from '@thirty/contracts/api/completions.ts'
import { notificationsAnswer } from '@thirty/contracts/api/notifications.ts'
import { searchAnswer } from '@thirty/contracts/api/search.ts'
import { journeyStream } from '@thirty/contracts/rules/journey.ts'
import { notificationsStream } from '@thirty/contracts/rules/notifications.ts'
import { authentication } from '@thirty/infra/http/authentication.ts'
import { correlate } from '@thirty/infra/http/correlation.ts'
import { routersOf } from '@thirty/infra/http/endpoint.ts'
import { runningApp, type RunningApp } from '@thirty/infra/http/http-double.ts'
import { limits } from '@thirty/infra/http/limits.ts'
import { answerProblems } from '@thirty/infra/http/problems.ts'
import { sessionTokens } from '@thirty/infra/http/tokens.ts'
import { quietLog } from '@thirty/infra/telemetry.ts'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logDouble } from './log-double.ts'
import { readModels } from './read-models.ts'
import { idOf, person, projectOf, recorded, stars, storeAfter, type Told } from './story.ts'

const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock })
const [ada1, ada2, bob1] = [projectOf('Ada', 1), projectOf('Ada', 2), projectOf('Bob', 1)]
const read = (name: string, upTo: number): Told => ({
  stream: notificationsStream(idOf(name)),
  type: 'NotificationsRead',
  data: { upTo: String(upTo) },
})
/** Position of a moment of this story in a log that counts as stores filled by a story do: 10, 20, 30, … */
const story = [
  person('Root').registered({ role: 'admin' }),
  person('Ada').registered(),
  person('Bob').registered({ fullName: 'Bob Noyce' }),
  ada1.submitted({ projectName: 'Weather' }),
  ada2.submitted({ projectName: 'Chess' }),
  bob1.submitted(),
  ada1.rated('Root', stars(4)),
  ada1.approved(),
  ada1.liked('Bob'),
  { stream: journeyStream({ run: 1, user: idOf('Ada') }), type: 'DayCompleted', data: { day: 1 } },
  read('Ada', 80),
  read('Root', 50),
]

let app: RunningApp
beforeAll(async () => {
  const log = logDouble()
  // The story's own positions, in the log as well as in the views.
  const events = recorded(story)
  log.read = async function* stream(name, from = 0) {
    const own = events.filter((event) => event.stream === name)
    yield* own.map((event, revision) => ({ ...event, revision })).slice(from)
  }
  const options = { log, clock, timeZone: 'UTC', run: 1 }
  const { projections } = readModels({ ...options, store: await storeAfter([], []) })
  const views = projections.map(({ view }) => view)
  const models = readModels({ ...options, store: await storeAfter(views, story) })
  const guard = authentication({ tokens, sessionOf: models.sessionOf })
  const { api } = routersOf(models.endpoints, { authentication: guard, limits: limits({ on: false }) })
  app = await runningApp(
    express().set('query parser', 'simple').use(correlate).use('/api', api).use(answerProblems(quietLog)),
  )
})
afterAll(() => app.close())

const ask = (path: string, who?: string) =>
  app.ask(path, {
    headers: who ? { authorization: `Bearer ${tokens.issue({ id: idOf(who), version: 0 })}` } : {},
  })

test('a participant is told what others did, and what of it is new', async () => {
  const { text, json } = await ask('/api/notifications', 'Ada')
  expect(notificationsAnswer.parse(json())).toMatchObject({
    unread: 1,
    waiting: null,
    readUpTo: '80',
    notifications: [
      { kind: 'liked', text: 'Bob Noyce likes Weather (day 1)', isUnread: true },
      { kind: 'approved', isUnread: false },
      { kind: 'rated', official: true, average: 4, people: [{ fullName: 'Root' }] },
    ],
  })
  expect(text).not.toContain('@')
})

test('what happens to somebody else’s projects is none of mine', async () => {
  expect((await ask(`/api/notifications?userId=${idOf('Ada')}`, 'Bob')).json()).toMatchObject({
    unread: 0,
    notifications: [],
  })
})

test('an admin is told what waits, the oldest first, and what of it is new', async () => {
  const { json } = await ask('/api/notifications', 'Root')
  expect(notificationsAnswer.parse(json())).toMatchObject({
    unread: 1,
    waiting: 2,
    notifications: [
      { kind: 'waiting', text: 'Ada handed in Chess (day 2)', isUnread: false },
      { kind: 'waiting', text: 'Bob Noyce handed in Kanban (day 1)', isUnread: true },
    ],
    nextCursor: null,
  })
})

test('a bell that is asked for in a wrong way is refused', async () => {
  for (const path of ['limit=0', 'limit=201', 'cursor=nonsense'].map(
    (query) => `/api/notifications?${query}`,
  ))
    for (const who of ['Ada', 'Root']) expect([path, (await ask(path, who)).status]).toEqual([path, 400])
  expect((await ask('/api/notifications')).status).toBe(401)
})

test('a participant has thirty days, an admin none', async () => {
  const answer = daysAnswer.parse((await ask('/api/challenge/days', 'Ada')).json())
  expect(answer.days[0]).toMatchObject({ project: { _id: ada1.id, status: 'approved' } })
  expect(answer.days[0]?.completedAt).not.toBeNull()
  expect(answer.stats).toMatchObject({
    completed: 1,
    handedIn: 2,
    streak: 2,
    totalPoints: 50,
    rank: 1,
    totalParticipants: 2,
  })
  expect((await ask('/api/challenge/days', 'Root')).status).toBe(403)
  expect((await ask('/api/challenge/days')).status).toBe(401)
})

test('admins search, and nobody else learns whether there is something to find', async () => {
  const { json } = await ask('/api/admin/search?q=bob', 'Root')
  expect(searchAnswer.parse(json())).toMatchObject({
    participants: [{ fullName: 'Bob Noyce', email: 'Bob@example.org' }],
    projects: [{ _id: bob1.id, projectName: 'Kanban', status: 'submitted', user: { fullName: 'Bob Noyce' } }],
  })
  for (const q of ['bob', 'nobody-is-called-so']) {
    const [asParticipant, asVisitor] = [
      await ask(`/api/admin/search?q=${q}`, 'Ada'),
      await ask(`/api/admin/search?q=${q}`),
    ]
    expect([asParticipant.status, asVisitor.status]).toEqual([403, 401])
    expect(asParticipant.text).not.toMatch(/bob/i)
  }
})

test.each(['', 'q=a&q=b', `q=${'x'.repeat(101)}`, 'q=a&limit=21', 'q=a&limit=0'])(
  '?%s is no search',
  async (query) => {
    expect((await ask(`/api/admin/search?${query}`, 'Root')).status).toBe(400)
  },
)
