// npm run holes [-- T08 …]: takes each defence out in turn, and expects the test that is named to fail.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node, run, script } from '../child.mjs'
import { holes } from './holes.mjs'

const rows = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'thirty-holes-'))
let missed = 0
for (const [number, hole] of holes.entries()) {
  if (rows.length > 0 && !rows.includes(hole.row)) continue
  const isSeen = await isSeenThrough(number, hole)
  if (!isSeen) missed += 1
  console.log(`${isSeen ? '✓ seen' : '✗ MISSED'}  ${hole.row}  ${hole.spec}: ${hole.shows}`)
}
rmSync(folder, { recursive: true })
console.log(`${missed} not seen.`)
process.exitCode = missed > 0 ? 1 : 0

/**
 * Runs the tests of that name alone, and answers whether one of them failed: by itself, or by an error that nobody
 * caught, which would have ended the product.
 * @param {number} number
 * @param {import('./holes.mjs').Hole} hole
 * @returns {Promise<boolean>}
 */
async function isSeenThrough(number, { spec, shows }) {
  const file = join(folder, `${number}.json`)
  const named = shows.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const args = ['run', spec, '--testNamePattern', named, '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(node, [script('vitest'), ...args], {
    stdio: 'ignore',
    env: { ...process.env, HOLE: String(number) },
  })
  if (!existsSync(file)) return false
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const ran = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status !== 'skipped' && fullName.includes(shows))
  return ran.length > 0 && code !== 0
}
