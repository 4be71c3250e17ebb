import { readFileSync } from 'node:fs'
import { healthLimits, recentMs } from '@thirty/contracts/operations/health.ts'
import { expect, test } from 'vitest'

const alerts = readFileSync(new URL('../../infra/deploy/observability/alerts.yml', import.meta.url), 'utf8')
const expressionOf = (alert: string): string => {
  const [, after = ''] = alerts.split(`- alert: ${alert}\n`)
  return /expr: '?(.+?)'?\n/.exec(after)?.[1] ?? ''
}

test('the health page warns at the limits of the alerts', () => {
  expect(expressionOf('ThirtyMailWaits')).toMatch(new RegExp(`> ${healthLimits.waitingMails}$`))
  expect(expressionOf('ThirtyMailFails')).toContain(
    `[${recentMs / 60_000}m])) > ${healthLimits.failedMails} and`,
  )
  expect(expressionOf('ThirtyMemoryHigh')).toMatch(
    new RegExp(`> ${healthLimits.memoryBytes / 1024 / 1024} \\* 1024 \\* 1024$`),
  )
})
