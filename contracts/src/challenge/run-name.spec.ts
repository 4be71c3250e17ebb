import { expect, test } from 'vitest'
import { defaultScoring, type Scoring } from '../leaderboard/scoring.ts'
import { publicHistory, type History } from './history.ts'
import { boardName, publicRunName, runName, trueRunName } from './run-name.ts'

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
