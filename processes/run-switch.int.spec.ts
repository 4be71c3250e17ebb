import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { HistoryStatus, ResetResponse, RestoreResponse } from '@thirty/contracts/backups/api.ts'
import { beforeAll, expect, test } from 'vitest'
import { productForFile, type Person } from './testing/product.ts'
import { rate, submitProject } from './testing/scenario.ts'

const [reset, restore] = ['POST /api/admin/reset-with-backup', 'POST /api/admin/restore-backup']
const boardPath = '/api/leaderboard/leaderboard'

const product = productForFile()
let [admin, ana, ben] = [] as Person[] as [Person, Person, Person]
let first = ''

beforeAll(async () => {
  ;[admin, ana, ben] = [await product.admin(), await product.participant(), await product.participant()]
  first = await submitProject(product, ana, 1)
  await submitProject(product, ben, 2)
  await product.send(admin, `PUT /api/projects/${first}`, { status: 'approved' })
  await rate(product, admin, first, 4)
  await product.send(ben, `PUT /api/projects/${first}/like`)
})

const get = <Body>(path: string, by = ana) => product.send<Body>(by, `GET ${path}`)
const points = (board: BoardResponse) => board.data.map(({ totalPoints }) => totalPoints)

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
    // A run without its own events is not reset.
    await product.send(ben, `${times % 2 === 0 ? 'DELETE' : 'PUT'} /api/projects/${first}/like`)
    const { backupId } = await product.send<ResetResponse>(admin, reset)
    await product.send<RestoreResponse>(admin, `${restore}/${backupId}`)
  }
  isOver = true
  await Promise.all(checks)
  expect(answers).toBeGreaterThan(20)
  expect(new Set([...seen.values()].filter((text) => text.startsWith('[0'))).size).toBe(1)
})

test('sockets are told, the epoch is another one, and admins learn of the switch', async () => {
  const [participant, adminSocket] = await Promise.all([ana, admin].map(listen))
  const before = await get<BoardResponse>(boardPath)
  await product.send(ben, `DELETE /api/projects/${first}/like`)
  const { run } = await product.send<ResetResponse>(admin, reset)
  const after = await get<BoardResponse>(boardPath)
  expect(after.epoch).not.toBe(before.epoch)
  const { epoch } = after
  await expect.poll(() => participant?.('news.missed')).toMatchObject([{ epoch }])
  await expect.poll(() => participant?.('challenge.changed').at(-1)).toMatchObject({ epoch, run })
  await expect
    .poll(() => adminSocket?.('history.changed').map(({ status }) => status))
    .toMatchObject([
      { state: 'building', run, shownRun: run - 1, failure: null },
      { state: 'shown', run, shownRun: run },
    ])
  expect(participant?.('history.changed')).toEqual([])
  expect(await get<HistoryStatus>('/api/admin/history', admin)).toMatchObject({
    success: true,
    state: 'shown',
    run,
    shownRun: run,
    since: null,
    failure: null,
  })
  await submitProject(product, ana, 1)
  await expect.poll(() => participant?.('leaderboard.changed').at(-1)).toMatchObject({ epoch })
})

type Message = { epoch?: string; run?: number; status?: HistoryStatus }

/** Connects a socket. Returns the messages of a name that it has received. */
async function listen(person: Person) {
  const { heard } = await product.openSocket(person)
  // The contract also defines the payload of each live message.
  return (name: string) =>
    heard.filter(({ message }) => message === name).map((one) => one.payload as Message)
}
