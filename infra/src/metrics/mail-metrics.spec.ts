import { expect, test } from 'vitest'
import type { DeliveryReport, Mailer, ReportDelivery } from '../mail/mail.ts'
import { withMailMetrics } from './mail-metrics.ts'
import { createMetrics } from './metrics.ts'

test('counts emails by outcome and those that wait, from zero on, and passes every report on', async () => {
  const metrics = createMetrics()
  const reports: DeliveryReport[] = []
  let report: ReportDelivery | undefined
  let waiting = 0
  withMailMetrics(
    metrics,
    (each) => void reports.push(each),
    (own) => {
      report = own
      // Safe: nothing else of a mailer is used.
      return { pendingCount: () => waiting } as Mailer
    },
  )
  const shown = async () =>
    (await metrics.registry.metrics()).match(/(?<=^thirty_mails_)(?:total\{.*|waiting .*)$/gm)
  const expected = (delivered: number, later: number, lost: number) => [
    `total{outcome="delivered"} ${delivered}`,
    `total{outcome="later"} ${later}`,
    `total{outcome="lost"} ${lost}`,
    `waiting ${waiting}`,
  ]
  expect(await shown()).toEqual(expected(0, 0, 0))
  waiting = 7
  const outcomes = ['delivered', 'later', 'later', 'lost'] as const
  for (const outcome of outcomes) report?.({ kind: 'reminder', outcome })
  expect(await shown()).toEqual(expected(1, 2, 1))
  expect(reports.map(({ outcome }) => outcome)).toEqual(outcomes)
})
