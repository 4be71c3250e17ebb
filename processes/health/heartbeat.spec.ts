import type { Heartbeat } from '@thirty/contracts/live.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

const board = { name: 'leaderboard-r1', version: 1 }
const feedback = { name: 'feedback-r1', version: 1 }

/** A heart in a time of its own, over a board that is as the spec says. */
function setUp() {
  const time = fakeScheduler()
  const state = { isBuilt: true, isReceiving: true, late: [feedback] }
  const heard: Heartbeat[] = []
  const stamp = { position: '7', at: '2026-03-01T12:00:00.000Z', online: 1 }
  const newcomers: ((socket: { emit(message: string, pulse: Heartbeat): void }) => void)[] = []
  const end = startHeartbeat({
    logger: silentLogger,
    core: {
      live: { publish: (_room, _message, pulse) => void heard.push(pulse as Heartbeat) },
      models: {
        board,
        heartbeat: async (online, isReceiving) =>
          isReceiving && state.isBuilt ? { ...stamp, online } : { ...stamp, online, behind: true },
      },
      health: { lagging: () => state.late },
    },
    // Of the sockets a heart only wants to know who comes.
    gateway: { socketServer: { on: (_event: string, come: never) => void newcomers.push(come) } as never },
    audience: { countOnline: () => 1, isReceiving: () => state.isReceiving },
    scheduler: time,
  })
  onTestFinished(end)
  const come = () => {
    const told: Heartbeat[] = []
    for (const one of newcomers) one({ emit: (_message, pulse) => void told.push(pulse) })
    return told
  }
  const behind = () => heard.map((pulse) => pulse.behind === true)
  return { time, state, behind, come, end }
}

test('while all is well it beats every fifteen seconds', async () => {
  const { time, behind, come } = setUp()
  await time.advance(31_000)
  expect(behind()).toEqual([false, false, false])
  expect(come()).toEqual([])
})

test.each([
  ['cannot be read', { isBuilt: false }, { isBuilt: true }],
  ['does not hear the others', { isReceiving: false }, { isReceiving: true }],
  ['is not fed', { late: [feedback, board] }, { late: [feedback] }],
])(
  'a board that %s is told so within a second, and within a second that it is well again',
  async (_name, ill, well) => {
    const { time, state, behind, come } = setUp()
    await time.advance(2_000)
    Object.assign(state, ill)
    await time.advance(1_000)
    expect(behind()).toEqual([false, true])
    expect(come()).toMatchObject([{ behind: true }])
    Object.assign(state, well)
    await time.advance(1_000)
    expect(behind()).toEqual([false, true, false])
  },
)

test('after its end it is silent', async () => {
  const { time, behind, end } = setUp()
  await time.advance(1_000)
  end()
  await time.advance(60_000)
  expect(behind()).toEqual([false])
  expect(time.pendingTimers()).toBe(0)
})
