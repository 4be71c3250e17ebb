import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { DaysResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import type { HistoryStatus, ResetResponse, RestoreResponse } from '@thirty/contracts/api/admin/backups.ts'
import type { NotificationsResponse } from '@thirty/contracts/api/community/notifications.ts'
import type { StatisticsResponse } from '@thirty/contracts/api/admin/statistics.ts'
import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { submitProject } from './testing/scenario.ts'

const [reset, restore] = ['/api/admin/reset-with-backup', '/api/admin/restore-backup']
const boardPath = '/api/leaderboard/leaderboard'

let product: TestProduct
let [admin, ana, ben] = [] as Person[] as [Person, Person, Person]
let [first, second] = ['', '']

beforeAll(async () => {
  product = await startTestProduct()
  ;[admin, ana, ben] = [await product.admin(), await product.participant(), await product.participant()]
  first = await submitProject(product, ana, 1)
  second = await submitProject(product, ben, 2)
  await send(admin, 'PUT', `/api/projects/${first}`, { status: 'approved' })
  const criteria = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }
  await send(admin, 'POST', '/api/ratings/submit', { projectId: first, criteria })
  await send(ben, 'PUT', `/api/projects/${first}/like`)
  await send(ana, 'POST', '/api/challenge/days/1/complete')
})
afterAll(() => product.close())

async function send<Body>(by: Person, method: string, path: string, body?: unknown): Promise<Body> {
  const { status, text, json } = await product.ask({ method, path, token: by.token, body })
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  // The schema of the response defines this type; other specs check it.
  return json as Body
}
const get = <Body>(path: string, by = ana) => send<Body>(by, 'GET', path)
const points = (board: BoardResponse) => board.data.map(({ totalPoints }) => totalPoints)

/** What users see of the run, in all queries. */
async function everything() {
  const [board, days, statistics, found, notices, mine, day, ledger] = await Promise.all([
    get<BoardResponse>(boardPath),
    get<DaysResponse>('/api/challenge/days'),
    get<StatisticsResponse>('/api/admin/statistics', admin),
    get<SearchResponse>('/api/admin/search?q=tomato', admin),
    get<NotificationsResponse>('/api/notifications'),
    get<{ projects: { _id: string }[] }>('/api/projects/my-projects'),
    get<{ run: number; started: boolean }>('/api/challenge/current-day'),
    get<{ points: { total: number }[] }>(`/api/leaderboard/${ana.id}/points`),
  ])
  return {
    points: points(board),
    completed: days.stats.completed,
    handedIn: days.stats.handedIn,
    submissions: statistics.statistics.submissions,
    found: found.projects.map(({ _id }) => _id).sort(),
    notices: notices.notifications.map(({ kind }) => kind),
    mine: mine.projects.map(({ _id }) => _id),
    run: day.run,
    ledger: ledger.points.map(({ total }) => total),
  }
}

const nothing = {
  points: [0, 0],
  completed: 0,
  handedIn: 0,
  submissions: 0,
  found: [],
  mine: [],
  ledger: [],
}

test('after a reset everything is empty at once, and after a restore as it was', async () => {
  const before = await everything()
  expect(before).toMatchObject({ completed: 1, handedIn: 1, submissions: 2, found: [first, second].sort() })
  expect(before.points[0]).toBeGreaterThan(5)
  expect(before.notices.toSorted()).toEqual(['approved', 'liked', 'rated'])

  const wasReset = await send<ResetResponse>(admin, 'POST', reset)
  expect(wasReset).toMatchObject({ run: 2 })
  expect(wasReset).not.toHaveProperty('pending')
  expect(await everything()).toEqual({ ...nothing, run: 2, notices: ['challenge-reset'] })

  const third = await submitProject(product, ana, 1)
  expect(third).toBe(first.replace('r1', 'r2'))
  const restored = await send<RestoreResponse>(admin, 'POST', `${restore}/${wasReset.backupId}`)
  expect(restored).not.toHaveProperty('pending')
  const after = await everything()
  expect(after).toEqual({ ...before, run: 3, notices: after.notices })
  expect(after.notices).toEqual(['challenge-restored', 'challenge-reset', ...before.notices])

  // The reset is undone; undoing the restore brings the project of run 2 back.
  await send<RestoreResponse>(admin, 'POST', `${restore}/${restored.safetyBackupId}`)
  expect(await everything()).toMatchObject({ run: 4, mine: [third], points: [5, 0] })
  await send<RestoreResponse>(admin, 'POST', `${restore}/${wasReset.backupId}`)
  expect(await everything()).toMatchObject({ ...after, run: 5, notices: expect.any(Array) })
})

test('requests during switches never fail, and each answer is entirely of one run', async () => {
  const seen = new Map<string, string>()
  let isOver = false
  let answers = 0
  const check = async (by: Person) => {
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the test changes it
    while (!isOver) {
      const board = await get<BoardResponse>(boardPath, by)
      const { projects, epoch } = await get<{ projects: { _id: string }[]; epoch: string }>(
        '/api/projects/my-projects',
        by,
      )
      const run = board.epoch ?? ''
      const content = JSON.stringify(points(board))
      expect(content).toBe(seen.get(run) ?? content)
      seen.set(run, content)
      const own = JSON.stringify([by.id, projects.map(({ _id }) => _id)])
      expect(own).toBe(seen.get(`${epoch} ${by.id}`) ?? own)
      seen.set(`${epoch} ${by.id}`, own)
      answers += 2
    }
  }
  const checks = [ana, ben, ana, ben].map(check)
  for (let times = 0; times < 10; times++) {
    // A run without an event of its own is not reset.
    await send(ben, times % 2 === 0 ? 'DELETE' : 'PUT', `/api/projects/${first}/like`)
    const { backupId } = await send<ResetResponse>(admin, 'POST', reset)
    await send<RestoreResponse>(admin, 'POST', `${restore}/${backupId}`)
  }
  isOver = true
  await Promise.all(checks)
  expect(answers).toBeGreaterThan(20)
  expect(new Set([...seen.values()].filter((text) => text.startsWith('[0'))).size).toBe(1)
})

test('sockets are told, the epoch is another one, and admins learn of the switch', async () => {
  const [participant, adminSocket] = await Promise.all([ana, admin].map(listen))
  const before = await get<BoardResponse>(boardPath)
  await send(ben, 'DELETE', `/api/projects/${first}/like`)
  const { run } = await send<ResetResponse>(admin, 'POST', reset)
  const after = await get<BoardResponse>(boardPath)
  expect(after.epoch).not.toBe(before.epoch)
  const { epoch } = after
  await expect.poll(() => participant?.messages('news.missed')).toMatchObject([{ epoch }])
  await expect.poll(() => participant?.messages('challenge.changed').at(-1)).toMatchObject({ epoch, run })
  await expect
    .poll(() => adminSocket?.messages('history.changed').map(({ status }) => status))
    .toMatchObject([
      { state: 'building', run, shownRun: run - 1, failure: null },
      { state: 'shown', run, shownRun: run },
    ])
  expect(participant?.messages('history.changed')).toEqual([])
  expect(await get<HistoryStatus>('/api/admin/history', admin)).toMatchObject({
    success: true,
    state: 'shown',
    run,
    shownRun: run,
    since: null,
    failure: null,
  })
  await submitProject(product, ana, 1)
  await expect.poll(() => participant?.messages('leaderboard.changed').at(-1)).toMatchObject({ epoch })
})

type Message = { epoch?: string; run?: number; status?: HistoryStatus }

/** Connects a socket and records the messages that it receives. */
async function listen(person: Person) {
  const received: { name: string; payload: Message }[] = []
  const socket = io(product.address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: 'http://thirty.test' },
    auth: { token: person.token },
  })
  onTestFinished(() => void socket.disconnect())
  socket.onAny((name: string, payload: Message) => void received.push({ name, payload }))
  await new Promise((resolve, reject) =>
    socket.once('connect', () => resolve(0)).once('connect_error', reject),
  )
  return {
    messages: (name: string) => received.filter((one) => one.name === name).map(({ payload }) => payload),
  }
}
