import { expect, test } from 'vitest'
import { journeyDurations, slowestLines, specDurations } from './slowest.mjs'

test('lists the ten slowest spec files and journeys, slowest first', () => {
  const specs = specDurations(
    {
      testResults: Array.from({ length: 12 }, (_, index) => ({
        name: `/checkout/infra/${index}.spec.ts`,
        startTime: 1_000,
        endTime: 1_000 + index * 100,
      })),
    },
    '/checkout/',
  )
  const journeys = journeyDurations({
    suites: [
      {
        title: 'login.spec.ts',
        file: 'login.spec.ts',
        specs: [{ title: 'logs in', tests: [{ results: [{ duration: 4_000 }, { duration: 3_500 }] }] }],
        suites: [
          {
            title: 'admins',
            file: 'login.spec.ts',
            specs: [{ title: 'logs an admin in', tests: [{ results: [{ duration: 50 }] }] }],
          },
        ],
      },
    ],
  })
  const lines = slowestLines([...specs, ...journeys])
  expect(lines).toHaveLength(10)
  expect(lines.slice(0, 2)).toEqual(['    7.5 s  e2e/login.spec.ts: logs in', '    1.1 s  infra/11.spec.ts'])
  expect(lines.join()).not.toContain('logs an admin in')
})

test('lists nothing when a runner ended before it wrote its report', () => {
  expect(slowestLines([...specDurations(undefined, '/'), ...journeyDurations(undefined)])).toEqual([])
})
