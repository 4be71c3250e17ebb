import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Where times are formatted for people, each in the language of its reader; the others need parts of a date, or check a time zone. */
const formatters = [
  'frontend/src/shared/ui/display/time.tsx',
  'frontend/src/shared/i18n/',
  // The name of an automatic backup, which has a date alone.
  'command-api/src/history/decide.ts',
  'projections/src/cards/draw-card.ts',
  // Sentences of the audit, which are exported: ISO dates, UTC.
  'contracts/src/audit/audit-time.ts',
  'contracts/src/challenge/calendar.ts',
  'processes/config/environment-variables.ts',
  // Messages of emails and cards, each in one language.
  'infra/src/icu-texts.ts',
  // The log on a terminal.
  'infra/src/logger.ts',
]
const formatting =
  /\bdateFormat\(|Intl\.DateTimeFormat|toLocale(Time|Date)String|\bhour12\b|\bhourCycle\b|\.get(UTC)?(Hours|Minutes)\(|slice\(11, ?1[69]\)/

const isFormatting = (file: string) => formatting.test(readFileSync(join(root, file), 'utf8'))

test('times are formatted in one place each, so that no screen or letter mixes 12 and 24 hours', () => {
  const files = globSync('{frontend,command-api,projections,processes,contracts,infra}/src/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((file) => !/\.spec\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(
    files.filter((file) => !formatters.some((known) => file.startsWith(known)) && isFormatting(file)),
  ).toEqual([])
})
