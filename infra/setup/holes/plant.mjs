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
  const failed = await failedWith(number, hole)
  const isSeen = failed.some((name) => name.includes(hole.shows))
  if (!isSeen) missed += 1
  console.log(`${isSeen ? '✓ seen' : '✗ MISSED'}  ${hole.row}  ${hole.spec}: ${hole.shows}`)
}
rmSync(folder, { recursive: true })
console.log(`${missed} not seen.`)
process.exitCode = missed > 0 ? 1 : 0

/**
 * Runs the tests of that name alone.
 * @param {number} number
 * @param {import('./holes.mjs').Hole} hole
 * @returns {Promise<string[]>} names of the tests that failed
 */
async function failedWith(number, { spec, shows }) {
  const file = join(folder, `${number}.json`)
  const named = shows.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const args = ['run', spec, '--testNamePattern', named, '--reporter=json', `--outputFile.json=${file}`]
  await run(node, [script('vitest'), ...args], {
    stdio: 'ignore',
    env: { ...process.env, HOLE: String(number) },
  })
  if (!existsSync(file)) return []
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
}
