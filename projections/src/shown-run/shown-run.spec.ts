import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { publicHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { boardName, publicRunName, runName, trueRunName } from '@thirty/contracts/challenge/run-name.ts'
import { defaultScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { shownEndpoints, ShownRun } from './shown-run.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { challengeEndpoints } from '@thirty/contracts/challenge/api.ts'

test('a reader finishes with the read models with which it began, which are unused once every reader has ended or failed', async () => {
  const shown = new ShownRun('first')
  const gate = Promise.withResolvers<void>()
  const readings = [async (models: string) => models, () => Promise.reject(new Error('failed'))].map((read) =>
    shown.read(async (models) => {
      await gate.promise
      return read(models)
    }),
  )
  const held = shown.hold()
  shown.switchTo('second')
  expect([shown.current, await shown.read(async (models) => models)]).toEqual(['second', 'second'])
  let isUnused = false
  const unused = shown.unused('first').then(() => (isUnused = true))
  await shown.unused('second')
  // A release counts once.
  for (let times = 0; times < 3; times++) held.release()
  await flushPromises()
  expect(isUnused).toBe(false)
  gate.resolve()
  expect(await Promise.allSettled(readings)).toMatchObject([
    { value: 'first' },
    { reason: new Error('failed') },
  ])
  await unused
})

test('an endpoint answers from the run that is shown when the request arrives, until the response is closed', async () => {
  type Response = { once(event: 'close', close: () => void): void; answer(run: string): void }
  const modelsOf = (run: string) => {
    const handlers = [
      (_request: unknown, _response: Response, next: () => void) => next(),
      (_request: unknown, response: Response) => response.answer(run),
    ]
    // Safe: the handlers use only these parts of the response.
    const endpoints = [{ definition: challengeEndpoints.currentDay, handlers }] as unknown as Endpoint[]
    return { views: { admins: { endpoints }, everybody: { endpoints } } }
  }
  const [first, second] = [modelsOf('r1'), modelsOf('r2')]
  const shown = new ShownRun(first)
  const [answers, closed]: [string[], (() => void)[]] = [[], []]
  const response: Response = { once: (_, close) => closed.push(close), answer: (run) => answers.push(run) }
  const [handler] = shownEndpoints(shown)[0]?.handlers ?? []
  for (const models of [first, second]) {
    shown.switchTo(models)
    handler?.({} as never, response as never, () => expect.unreachable())
  }
  await flushPromises()
  expect(answers).toEqual(['r1', 'r2'])
  let isUnused = false
  const unused = shown.unused(first).then(() => (isUnused = true))
  await flushPromises()
  expect(isUnused).toBe(false)
  closed[0]?.()
  await unused
})

test('runs with different histories have different names', () => {
  expect(runName([{ run: 3 }])).toBe('r3')
  const names = [
    runName([{ run: 3 }]),
    runName([{ run: 3 }, { run: 1 }]),
    runName([{ run: 3 }, { run: 1, upTo: 4n }]),
    runName([{ run: 3 }, { run: 2, upTo: 4n }]),
    runName([{ run: 3 }, { run: 2, upTo: 4n }, { run: 1, upTo: 4n }]),
  ]
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^r3(-[0-9a-f]{8})?$/.test(name))).toBe(true)
})

test('the name of a run in epochs says where its scoring was changed, but not the scoring', () => {
  const changed = (position: bigint, scoring: Scoring, time = 5): History => [
    { run: 1, scorings: [{ position, time, scoring }] },
  ]
  const [one, other] = [
    defaultScoring,
    { ...defaultScoring, excluded: ['0b0e7a4c-9f6e-4b53-8a52-0c52a8a4b0a1'] },
  ]
  expect(publicRunName(changed(7n, one))).toBe(publicRunName(changed(7n, other)))
  expect(publicRunName(changed(7n, one))).not.toBe(publicRunName(changed(8n, one)))
  expect(boardName(changed(7n, one))).not.toBe(boardName(changed(7n, other)))
  expect(runName(changed(7n, one))).toBe('r1')
  const frozen = publicHistory(changed(7n, other, 5), 4)
  expect(publicRunName(frozen)).toBe(publicRunName(publicHistory([{ run: 1 }], 4)))
  expect(trueRunName(frozen)).not.toBe(publicRunName(frozen))
})
