// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createReadyData, installFakeTime, receive, seconds } from '../../../testing/live-data.ts'
import { resync } from './resync.ts'

installFakeTime()

test('paused data neither changes nor is loaded again, and is loaded when the pause ends', async () => {
  const { data, state, view, loads, lastLoad } = await createReadyData()
  state().setPaused(true)
  expect(state().pausedAt).toBe(Date.now())
  await receive('101')
  resync()
  await seconds(60)
  expect([view(), loads.length]).toMatchObject([{ applied: [] }, 1])
  data.setPaused(false)
  await lastLoad()?.respond('101')
  expect(view()).toMatchObject({ position: '101' })
})

test('a load that is under way when the user pauses does not change the rows', async () => {
  const { data, state, view, lastLoad } = await createReadyData()
  state().reload()
  data.setPaused(true)
  expect(lastLoad()?.signal.aborted).toBe(true)
  await lastLoad()?.respond('105')
  expect([view(), data.at('a').isLoading()]).toMatchObject([{ position: '100' }, false])
})

test('during a pause, another key says of when it is, and does not change afterwards', async () => {
  const { data, follow, state, view, loads, lastLoad } = await createReadyData()
  data.setPaused(true)
  await seconds(5)
  follow('b')
  await lastLoad()?.respond('110')
  expect(view('b')).toMatchObject({ position: '110' })
  expect(state('b').pausedAt).toBe(Date.now())
  await receive('111')
  await seconds(60)
  expect([view('b'), loads.length]).toMatchObject([{ position: '110' }, 2])
})

test('a first load that is under way when the user pauses is shown', async () => {
  const { data, follow, view, state, lastLoad } = await createReadyData()
  follow('b')
  data.setPaused(true)
  await seconds(1)
  await lastLoad()?.respond('110')
  expect(view('b')).toMatchObject({ position: '110' })
  expect(state('b').pausedAt).toBe(Date.now())
})

test('a pause holds back the updates of one definition only, and ends when its screen is left', async () => {
  const paused = await createReadyData()
  const other = await createReadyData()
  const leave = paused.follow()
  paused.data.setPaused(true)
  await receive('101')
  expect(other.view()).toMatchObject({ applied: ['101'] })
  await leave()
  expect(paused.state().pausedAt).toBeDefined()
  await paused.unfollow()
  expect(paused.state().pausedAt).toBeUndefined()
})

test('a pause continues when the screen shows another key', async () => {
  const { data, follow, unfollow, view, state, lastLoad } = await createReadyData()
  data.setPaused(true)
  follow('b')
  await unfollow()
  await lastLoad()?.respond('110')
  expect(state('b').pausedAt).toBe(Date.now())
  data.setPaused(false)
  await seconds(300)
  expect([view('a'), state('b').state]).toEqual(['loading', 'ready'])
})
