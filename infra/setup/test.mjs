// npm test: the set-up step, then npm run check, then all specs, then the whole product in a browser; one line of sums at the end.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { receivedSignal, node, root, run, packageScript } from './child-process.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'
import { preparePrograms } from './prepare/programs.mjs'

const results = join(root, 'test-results')

/** @typedef {{ passed: number, failed: number }} Counts */

/** @type {Counts} */
const sum = { passed: 0, failed: 0 }

// However this ends, the sum is the last line, and an end before the sum was complete is a failure.
process.once('exit', (code) => {
  if (code !== 0 && sum.failed === 0) sum.failed = 1
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
})

await preparePackages()
await prepareFrontend()
await preparePrograms()
// Yesterday's results must not be counted when a runner ends before it writes today's.
rmSync(results, { recursive: true, force: true })

await stage(['infra/setup/check.mjs'], () => ({ passed: 0, failed: 0 }))
await stage(
  [
    packageScript('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/vitest.json`,
  ],
  specs,
)
await stage([packageScript('playwright', '@playwright/test'), 'test'], journeys)
process.exitCode = sum.failed > 0 ? 1 : 0

/**
 * Runs one stage. One that ends badly without a failed test to show for it counts as one failure.
 * @param {string[]} args
 * @param {() => Counts} count reads what the stage left behind
 */
async function stage(args, count) {
  const code = await run(node, args)
  if (receivedSignal()) process.exit(code || 1)
  const { passed, failed } = count()
  sum.passed += passed
  sum.failed += code === 0 ? failed : Math.max(failed, 1)
}

/** @returns {Counts} */
function specs() {
  const report = read('vitest.json')
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 1 }
}

/** @returns {Counts} */
function journeys() {
  const stats = read('playwright.json')?.stats
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 1 }
}

/** @param {string} report */
function read(report) {
  const file = join(results, report)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
