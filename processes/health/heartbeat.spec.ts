import { EventEmitter } from 'node:events'
import { rooms, type Heartbeat } from '@thirty/contracts/live/live.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

const board = { name: 'leaderboard-r1', version: 1 }
const frozenBoard = { name: 'leaderboard-r1-0f', version: 1 }
const feedback = { name: 'feedback-r1', version: 1 }

/** Starts a heartbeat with a fake scheduler and a leaderboard whose state the test sets. */
function setUp() {
  const time = fakeScheduler()
  const state = { isBuilt: true, isReceiving: true, lagging: [feedback], isFrozen: false }
  const published: { heartbeat: Heartbeat; except: string | undefined }[] = []
  const socketServer = new EventEmitter()
  const heartbeat = async (online: number, isReceiving = true): Promise<Heartbeat> => ({
    position: '7',
    epoch: 'e1',
    at: '2026-03-01T12:00:00.000Z',
    online,
    ...(!(isReceiving && state.isBuilt) && { behind: true }),
  })
  const truth = { except: undefined, board, readModels: [board, feedback], heartbeat }
  const frozen = { board: frozenBoard, readModels: [frozenBoard, feedback], heartbeat }
  const audiences = () =>
    state.isFrozen
      ? [
          { ...frozen, except: rooms.admins },
          { ...truth, except: rooms.nonAdmins },
        ]
      : [truth]
  const stop = startHeartbeat({
    warn: () => undefined,
    live: {
      // Nothing else is published.
      publish: (_room, _message, sent, except) =>
        void published.push({ heartbeat: sent as Heartbeat, except }),
    },
    models: { audiences },
    health: { lateSince: () => new Map(state.lagging.map(({ name }) => [name, 0])) },
    // The heartbeat uses only the connection event.
    gateway: { socketServer: socketServer as never },
    viewers: { countOnline: () => 1, isReceiving: () => state.isReceiving },
    scheduler: time,
  })
  onTestFinished(stop)
  const connect = (room: string = rooms.nonAdmins) => {
    const received: Heartbeat[] = []
    const emit = (_message: string, sent: Heartbeat) => void received.push(sent)
    socketServer.emit('connection', { rooms: new Set([room]), emit })
    return received
  }
  const behind = () => published.map(({ heartbeat: { behind: isBehind } }) => isBehind === true)
  return { time, state, published, behind, connect }
}

test('a live leaderboard gets a heartbeat every fifteen seconds', async () => {
  const { time, behind, connect } = setUp()
  await time.advance(31_000)
  expect(behind()).toEqual([false, false, false])
  expect(connect()).toEqual([])
})

test.each([
  ['cannot be read', { isBuilt: false }, { isBuilt: true }],
  ['receives no live updates', { isReceiving: false }, { isReceiving: true }],
  ['lags', { lagging: [feedback, board] }, { lagging: [feedback] }],
])(
  'a leaderboard that %s is marked as behind within a second, and as live within a second of its recovery',
  async (_name, failure, recovery) => {
    const { time, state, behind, connect } = setUp()
    await time.advance(2_000)
    Object.assign(state, failure)
    await time.advance(1_000)
    expect(behind()).toEqual([false, true])
    expect(connect()).toMatchObject([{ behind: true }])
    Object.assign(state, recovery)
    await time.advance(1_000)
    expect(behind()).toEqual([false, true, false])
  },
)

test('a heartbeat names the late read models, at its usual time: a change of these names makes all browsers load again', async () => {
  const { time, state, published } = setUp()
  state.lagging = []
  await time.advance(1_000)
  state.lagging = [feedback]
  await time.advance(15_000)
  state.lagging = []
  await time.advance(15_000)
  expect(published.map(({ heartbeat }) => heartbeat.late)).toEqual([undefined, ['feedback-r1'], undefined])
})

test('during a freeze only admins learn that a true read model is late, or that the true leaderboard is behind (T521)', async () => {
  const { time, state, published, connect } = setUp()
  Object.assign(state, { isFrozen: true, lagging: [board] })
  await time.advance(1_000)
  const [ofAll, ofAdmins, ...more] = published
  expect(more).toEqual([])
  expect(ofAll?.except).toBe(rooms.admins)
  for (const field of ['late', 'behind']) expect(ofAll?.heartbeat).not.toHaveProperty(field)
  const heartbeat = expect.objectContaining({ behind: true, late: ['leaderboard-r1'] })
  expect(ofAdmins).toEqual({ heartbeat, except: rooms.nonAdmins })
  expect([connect(), connect(rooms.admins)]).toEqual([[], [ofAdmins?.heartbeat]])
})
