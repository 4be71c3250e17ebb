// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { createData, createReadyData, installFakeTime, receive } from '../../../testing/live-data.ts'
import type { AppliedDefinition } from '../../../testing/live-data.ts'
import { liveData, reloads } from './live-data.ts'

installFakeTime()

test('applies newer messages and ignores older ones', async () => {
  const { view } = await createReadyData()
  for (const position of ['99', '100', '101', '101', '103', '102']) await receive(position)
  expect(view()).toMatchObject({ applied: ['101', '103'] })
})

test('messages that arrive during a load are applied to its response if they are newer', async () => {
  const { state, view, lastLoad } = await createReadyData()
  state().reload()
  for (const position of ['101', '102', '103']) await receive(position)
  await lastLoad()?.respond('102')
  expect(view()).toEqual({ position: '103', epoch: 'e1', applied: ['103'] })
})

test('messages that arrive before the first response are applied to it', async () => {
  const { follow, view, lastLoad } = createData()
  follow()
  await vi.dynamicImportSettled()
  await receive('101')
  await lastLoad()?.respond('100')
  expect(view()).toMatchObject({ applied: ['101'] })
})

test('a message of another epoch leads to a load that is spread over seconds', async () => {
  const { view, loads, lastLoad } = await createReadyData()
  vi.mocked(Math.random).mockReturnValue(0.9)
  const count = loads.length
  await receive('50', 'e2')
  await receive('51', 'e2')
  await vi.advanceTimersByTimeAsync(3000)
  expect(loads).toHaveLength(count)
  await vi.advanceTimersByTimeAsync(2000)
  expect(loads).toHaveLength(count + 1)
  await lastLoad()?.respond('51', 'e2')
  expect(view()).toEqual({ position: '51', epoch: 'e2', applied: [] })
})

test('a message that few clients receive leads to a load soon', async () => {
  const { loads } = await createReadyData({
    reloadDelayMs: 100,
    messages: { 'leaderboard.changed': reloads },
  })
  vi.mocked(Math.random).mockReturnValue(0.9)
  const count = loads.length
  await receive('150')
  await receive('151')
  await vi.advanceTimersByTimeAsync(99)
  expect(loads).toHaveLength(count)
  await vi.advanceTimersByTimeAsync(1)
  expect(loads).toHaveLength(count + 1)
})

test('a complete message of another epoch replaces the data at once', async () => {
  const { view } = await createReadyData({
    messages: {
      'leaderboard.changed': {
        isComplete: true,
        change: (_, { position, epoch }) => ({ position, epoch, applied: [position] }),
      },
    },
  })
  await receive('50', 'e2')
  expect(view()).toEqual({ position: '50', epoch: 'e2', applied: ['50'] })
})

test('messages of another read model are compared with each other only', async () => {
  const { view } = await createReadyData({
    messages: {
      'leaderboard.changed': {
        sequence: () => 'figures',
        change: (data, { position }) => ({ ...data, applied: [...data.applied, position] }),
      },
    },
  })
  for (const position of ['60', '59', '61']) await receive(position)
  expect(view()).toMatchObject({ position: '100', applied: ['60', '61'] })
})

test('data without a position ignores a message that is older than the last one of the same name and epoch', async () => {
  const add = (data: readonly string[], { position }: { position: string }) => [...data, position]
  const data = liveData<readonly string[]>({
    load: () => Promise.resolve([]),
    messages: { 'audit.changed': add, 'team.changed': add },
  })
  onTestFinished(data.at().subscribe(() => undefined))
  await vi.dynamicImportSettled()
  const send = (name: 'audit.changed' | 'team.changed', position: string, epoch = 'e1') =>
    emitFromServer(name, { position, epoch, at: '2026-11-20T10:00:05.000Z' })
  for (const position of ['60', '59', '60', '61']) await send('audit.changed', position)
  await send('team.changed', '50')
  await send('audit.changed', '7', 'e2')
  expect(data.at().getState().data).toEqual(['60', '60', '61', '50', '7'])
})

test('reports the data before and after a message, but not of messages that a load repeats', async () => {
  const onApplied = vi.fn<NonNullable<AppliedDefinition['onApplied']>>()
  const { state, lastLoad } = await createReadyData({ onApplied })
  state().reload()
  await receive('101')
  await lastLoad()?.respond('100')
  expect(onApplied).toHaveBeenCalledOnce()
  expect(onApplied.mock.calls[0]?.slice(0, 2)).toMatchObject([{ applied: [] }, { applied: ['101'] }])
})
