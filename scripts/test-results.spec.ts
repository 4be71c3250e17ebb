import { expect, test } from 'vitest'
import {
  failureLines,
  journeyDurations,
  journeysWithErrors,
  slowestLines,
  specDurations,
  specsWithErrors,
} from './test-results.mjs'

test('lists the ten slowest spec files and journeys, slowest first', () => {
  const specs = specDurations(
    {
      testResults: Array.from({ length: 12 }, (_, index) => ({
        name: `/checkout/infra/${index}.spec.ts`,
        startTime: 1_000,
        endTime: 1_000 + index * 100,
        assertionResults: [],
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

const times = { startTime: 0, endTime: 1 }
const specReport = {
  testResults: [
    {
      ...times,
      name: '/checkout/infra/log.spec.ts',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'appends', failureMessages: [] },
        { status: 'passed', fullName: 'waits', failureMessages: ['expected 3 to be 4'] },
        {
          status: 'failed',
          fullName: 'reads',
          failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m\n\n  at a\n  at b\n  at c\n  at d'],
        },
      ],
    },
    { ...times, name: '/checkout/infra/broken.spec.ts', message: 'Cannot find module', assertionResults: [] },
  ],
}
const attempt = { duration: 1, errors: [{ message: 'no button' }] }
const journeyReport = {
  errors: [{ message: 'The global time-out has passed.' }],
  suites: [
    {
      title: 'login.spec.ts',
      file: 'login.spec.ts',
      specs: [
        { title: 'logs in', tests: [{ status: 'expected', results: [{ duration: 1 }] }] },
        { title: 'logs out', tests: [{ status: 'unexpected', results: [attempt] }] },
        { title: 'signs up', tests: [{ status: 'flaky', results: [attempt, { duration: 1 }] }] },
      ],
    },
  ],
}

test('lists each failed spec and journey with the start of its error', () => {
  const specs = specsWithErrors(specReport, '/checkout/', 'failed')
  expect(failureLines([...specs, ...journeysWithErrors(journeyReport, 'failed')])).toEqual([
    '  infra/log.spec.ts: reads',
    '    expected 1 to be 2',
    '      at a',
    '      at b',
    '      at c',
    '  infra/broken.spec.ts',
    '    Cannot find module',
    '  e2e',
    '    The global time-out has passed.',
    '  e2e/login.spec.ts: logs out',
    '    no button',
  ])
})

test('lists what passed only when it was repeated', () => {
  const specs = specsWithErrors(specReport, '/checkout/', 'flaky')
  expect(failureLines([...specs, ...journeysWithErrors(journeyReport, 'flaky')])).toEqual([
    '  infra/log.spec.ts: waits',
    '    expected 3 to be 4',
    '  e2e/login.spec.ts: signs up',
    '    no button',
  ])
})

test('lists nothing when a runner ended before it wrote its report', () => {
  expect(slowestLines([...specDurations(undefined, '/'), ...journeyDurations(undefined)])).toEqual([])
  const outcomes = ['failed', 'flaky'] as const
  for (const outcome of outcomes)
    expect([...specsWithErrors(undefined, '/', outcome), ...journeysWithErrors(undefined, outcome)]).toEqual(
      [],
    )
})
