import { setTimeout as pause } from 'node:timers/promises'
import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test, vi } from 'vitest'
import { processesOfTest } from './testing/history-model/stores.ts'
import type { Person } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000 })

test('over Redis, no process answers or sends what was rated during a freeze, except to admins (T410)', async () => {
  const products = await processesOfTest()
  const [first, second] = products
  const [reader, admin] = [await first.participant(), await first.admin()]
  const project = await first.submitProject(reader)
  await first.rate(admin, project, 3)
  /** Boards and projects as every process answers them, without positions and times. */
  const everything = async (by: Person) => {
    type Answers = { data?: unknown; projects?: unknown }
    const paths = ['leaderboard/leaderboard', `projects/user/${reader.id}`]
    const answers = products.flatMap(({ send }) => paths.map((path) => send<Answers>(by, `GET /api/${path}`)))
    return (await Promise.all(answers)).map(({ data, projects }) => data ?? projects)
  }
  await first.freeze(admin)
  const sockets = await Promise.all(
    products.flatMap(({ openSocket }) => [undefined, reader, admin].map(openSocket)),
  )
  for (const { socket } of sockets) await socket.emitWithAck('watch', { room: rooms.project(project) })
  // Until every process knows of the freeze, the others are refused and not answered.
  const before = await vi.waitFor(() => everything(reader), { timeout: 30_000, interval: 100 })
  for (const { heard } of sockets) heard.length = 0

  await second.rate(admin, project, 1)
  const told = () => sockets.filter(({ names }) => names().includes('project.rated'))
  await expect.poll(() => told().length, { timeout: 15_000 }).toBe(products.length)
  await pause(1_000)
  const harmless = ['leaderboard.heartbeat', 'news.missed']
  for (const { heard } of sockets.filter((_, index) => index % 3 !== 2))
    expect(heard.filter(({ message }) => !harmless.includes(message))).toEqual([])
  expect(await everything(reader)).toEqual(before)
  expect(await everything(admin)).not.toEqual(before)

  await second.send(admin, 'POST /api/admin/challenge/reveal', {})
  const expectOther = async () => {
    for (const [index, answer] of (await everything(reader)).entries())
      expect(answer).not.toEqual(before[index])
  }
  await vi.waitFor(expectOther, { timeout: 30_000, interval: 100 })
})
