import { expect, test } from 'vitest'
import { countLines } from './size.mjs'

test('each file counts once, for what it is for', () => {
  const files = {
    'contracts/src/leaderboard/points.ts': 'a\nb\n',
    'contracts/src/leaderboard/points.spec.ts': 'a\n',
    'infra/testing/clock.ts': 'a\n',
    'main.ts': 'a\n',
    'frontend/src/app/app.tsx': 'a\nb\nc\n',
    'frontend/src/app/app.spec.tsx': 'a\n',
    'frontend/build/fonts.ts': 'a\n',
    'frontend/vite.config.ts': 'a\n',
    'frontend/src/messages/de.json': 'a\n',
    'contracts/src/briefs/en.ts': 'a\n',
    'e2e/board.spec.ts': 'a\n',
    'bench/push.bench.ts': 'a\n',
    'scripts/test.mjs': 'a\n',
    'docs/architecture.md': 'not counted\n',
  }
  const counts = countLines(Object.keys(files), (file) => files[file as keyof typeof files])
  expect(counts.map(({ name, files: number, lines }) => [name, number, lines])).toEqual([
    ['messages and briefs', 2, 2],
    ['server specs and their support', 2, 2],
    ['server', 2, 3],
    ['browser specs and their support', 1, 1],
    ['build of the browser', 2, 2],
    ['browser', 1, 3],
    ['journeys', 1, 1],
    ['benchmarks', 1, 1],
    ['scripts and settings', 1, 1],
  ])
})
