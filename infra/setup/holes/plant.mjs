// npm run holes [-- T08 …]: takes each defence out in turn, and expects its specs to fail by the test that is named.
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node, root, run } from '../child.mjs'
import { holes } from './holes.mjs'

const rows = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'thirty-holes-'))
let missed = 0
for (const [number, { row, spec, shows }] of holes.entries()) {
  if (rows.length > 0 && !rows.includes(row)) continue
  const failed = await failedWith(number, spec)
  const isSeen = failed.some((name) => name.includes(shows))
  if (!isSeen) missed += 1
  console.log(
    `${isSeen ? '✓ seen' : '✗ MISSED'}  ${row}  ${spec}: ${isSeen ? shows : failed.join(' | ') || 'all passed'}`,
  )
}
rmSync(folder, { recursive: true })
console.log(`${missed} not seen.`)
process.exitCode = missed > 0 ? 1 : 0

/**
 * @param {number} number
 * @param {string} spec
 * @returns {Promise<string[]>} names of the tests that failed
 */
async function failedWith(number, spec) {
  const file = join(folder, `${number}.json`)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  await run(node, [vitest, 'run', ...spec.split(' '), '--reporter=json', `--outputFile.json=${file}`], {
    stdio: 'ignore',
    env: { ...process.env, HOLE: String(number) },
  })
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
}
