// npm test: the set-up step, then npm run check, then all specs, then the whole product in a browser; one line of sums at the end.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { interrupted, node, root, run, script } from './child.mjs'
import { prepareFrontend } from './frontend.mjs'
import { preparePackages } from './packages.mjs'
import { preparePrograms } from './programs.mjs'

const results = join(root, 'test-results')

/** @typedef {{ passed: number, failed: number }} Counts */

await preparePackages()
await prepareFrontend()
await preparePrograms()
// Yesterday's results must not be counted when a runner ends before it writes today's.
rmSync(results, { recursive: true, force: true })

const counts = [
  await stage(['infra/setup/check.mjs'], () => ({ passed: 0, failed: 0 })),
  await stage(
    [
      script('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}/vitest.json`,
    ],
    specs,
  ),
  await stage([script('playwright', '@playwright/test'), 'test'], journeys),
]
const passed = counts.reduce((sum, each) => sum + each.passed, 0)
const failed = counts.reduce((sum, each) => sum + each.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed`)

/**
 * Runs one stage. One that ends badly without a failed test to show for it counts as one failure.
 * @param {string[]} args
 * @param {() => Counts} count reads what the stage left behind
 * @returns {Promise<Counts>}
 */
async function stage(args, count) {
  const code = await run(node, args)
  if (interrupted()) process.exit(code || 1)
  const { passed, failed } = count()
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
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
