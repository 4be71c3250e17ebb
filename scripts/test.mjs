// npm test: prepares the checkout, runs npm run check, then the specs, then the whole product in a browser. The ten
// slowest spec files and journeys, the repeated and failed ones and a line with the totals come last.
// npm run test:long: the specs that kill, wait or measure (`*.long.spec.ts`), more of what is random, and the journeys that not every
// commit needs (`@long`), then the mutation tests, within a time limit.
//
// A failed test is repeated once, and named at the end with its error if it passes then: with 8,500 specs on two busy
// cores one failed in every second or third run, which hid whether a change was good. A fault of the product fails both
// times; rare races are for the campaigns (`docs/campaigns.md`). A named test is a fault to be mended. A file that
// never ends has no limit in Vitest: `infra/testing/end-stuck-specs.ts` ends the workers after ten silent minutes, and
// the file is repeated once.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { receivedSignal, node, root, run, packageScript } from './child-process.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'
import { preparePrograms } from './prepare/programs.mjs'
import {
  failureLines,
  journeyDurations,
  journeysWithErrors,
  slowestLines,
  specDurations,
  specsWithErrors,
} from './test-results.mjs'

const resultsFolder = join(root, 'test-results')

/** The time limit of the long lane. */
const longestMinutes = 45

const isLong = process.argv.includes('--long')

/** The temporary files need a tenth of it. */
const minMemoryBytes = 8 * 1024 ** 3

/** @typedef {{ passed: number, failed: number }} Counts */

/** @type {Counts} */
const total = { passed: 0, failed: 0 }

/** Spec files that reported nothing any more. @type {string[]} */
let stuckFiles = []

// The totals are the last line even after an error, and an early exit counts as a failure.
process.once('exit', (code) => {
  if (code !== 0 && total.failed === 0) total.failed = 1
  printResults()
  console.log(`${total.passed} passed, ${total.failed} failed`)
})

keepFilesInMemory()
// Deletes old results: they must not be counted when a runner exits before it writes new ones.
rmSync(resultsFolder, { recursive: true, force: true })

// Side by side, because the programs wait for the network, and the build of the frontend uses one processor.
await Promise.all([preparePrograms(), preparePackages().then(isLong ? build : buildAndCheck)])
if (isLong) limitTime()
// A test that fails is repeated once, and named if it passes then.
stuckFiles = await runSpecs('vitest.json', [])
if (stuckFiles.length > 0) await runSpecs('vitest-repeated.json', stuckFiles)
const journeys = ['test', '--retries=1', `--project=${isLong ? 'long' : 'journeys'}`]
await runStage([packageScript('playwright', '@playwright/test'), ...journeys], countJourneys)
if (isLong)
  await runStage(
    [packageScript('stryker', '@stryker-mutator/core'), 'run', 'scripts/stryker.config.mjs'],
    countNothing,
  )
process.exitCode = total.failed > 0 ? 1 : 0

/**
 * Keeps the temporary files of all stages in memory, if Linux has enough of it: specs write thousands of logs, and would wait for the
 * disk with each event. Some also run programs that they have written.
 */
function keepFilesInMemory() {
  const shared = '/dev/shm'
  if (process.env['TMPDIR'] || !existsSync(shared)) return
  const { bavail, bsize } = statfsSync(shared)
  if (Math.min(bavail * bsize, freemem()) < minMemoryBytes) return
  if (/ \/dev\/shm .*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))) return
  const folder = mkdtempSync(join(shared, 'thirty-test-'))
  // As for /tmp: specs also run programs as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  // Before the totals, which are the last line.
  process.prependOnceListener('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      console.error(`${folder} could not be removed.`, error)
    }
  })
}

async function buildAndCheck() {
  await Promise.all([build(), runStage(['scripts/check.mjs'], countNothing)])
}

function build() {
  return prepareFrontend({ testLanguages: true })
}

/** Ends the lane as Ctrl-C does when it takes too long, which is a failure. */
function limitTime() {
  const end = () => {
    console.error(`The long lane has not ended within ${longestMinutes} minutes.`)
    process.kill(process.pid, 'SIGTERM')
  }
  setTimeout(end, longestMinutes * 60_000).unref()
}

/**
 * Runs spec files. Files that were ended because they reported nothing count only when they are repeated.
 * @param {string} reportName name of the JSON report
 * @param {string[]} files all if empty
 * @returns {Promise<string[]>} the files to repeat
 */
async function runSpecs(reportName, files) {
  const reporters = ['default', 'json', join(root, 'infra/testing/end-stuck-specs.ts')]
  const code = await run(node, [
    packageScript('vitest'),
    'run',
    ...files,
    '--retry=1',
    `--project=${isLong ? 'long' : '!long'}`,
    // Where times are measured, a third and a fourth process on two cores would be measured as well.
    ...(isLong ? ['--maxWorkers=2'] : []),
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${join(resultsFolder, reportName)}`,
  ])
  if (receivedSignal()) process.exit(code || 1)
  const report = readReport(reportName)
  /** @type {{ files: string[], hasOtherErrors: boolean } | undefined} */
  const stuckSpecs = readReport('stuck-specs.json')
  const { files: stuck, hasOtherErrors } = stuckSpecs ?? { files: [], hasOtherErrors: true }
  const repeats = files.length === 0 ? stuck : []
  const failed = report?.numFailedTests ?? 1
  total.passed += report?.numPassedTests ?? 0
  const isExcused = repeats.length > 0 && !hasOtherErrors
  total.failed += code === 0 || isExcused ? failed : Math.max(failed, 1)
  return repeats
}

/**
 * Runs one stage. A stage that fails without a failed test counts as one failure.
 * @param {string[]} args
 * @param {() => Counts} count reads the results of the stage
 */
async function runStage(args, count) {
  const code = await run(node, args)
  if (receivedSignal()) process.exit(code || 1)
  const { passed, failed } = count()
  total.passed += passed
  total.failed += code === 0 ? failed : Math.max(failed, 1)
}

/** @returns {Counts} */
function countNothing() {
  return { passed: 0, failed: 0 }
}

/** @returns {Counts} */
function countJourneys() {
  const stats = readReport('playwright.json')?.stats
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 1 }
}

function printResults() {
  const [specs, journeys] = [readReport('vitest.json'), readReport('playwright.json')]
  printList(
    'The slowest spec files and journeys:',
    slowestLines([...specDurations(specs, root), ...journeyDurations(journeys)]),
  )
  printList(
    'Ended because they reported nothing for ten minutes, and repeated:',
    stuckFiles.map((file) => `  ${file}`),
  )
  for (const [title, outcome] of /** @type {const} */ ([
    ['Passed only when they were repeated:', 'flaky'],
    ['Failed:', 'failed'],
  ]))
    printList(
      title,
      failureLines([...specsWithErrors(specs, root, outcome), ...journeysWithErrors(journeys, outcome)]),
    )
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function printList(title, lines) {
  if (lines.length > 0) console.log([title, ...lines].join('\n'))
}

/** @param {string} name */
function readReport(name) {
  const file = join(resultsFolder, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
