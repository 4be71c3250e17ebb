// npm run mutations [-- T08 …]: applies each mutation in turn, and expects its named test to fail.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { receivedSignal } from '../child-process.mjs'
import { preparePrograms } from '../prepare/programs.mjs'
import { mutations } from './mutations.mjs'
import { isDetectedByJourney, isDetectedBySpec } from './detection.mjs'

const rows = process.argv.slice(2)
await preparePrograms()
let missed = 0
for (const [number, hole] of mutations.entries()) {
  if (rows.length > 0 && !rows.includes(hole.row)) continue
  const folder = mkdtempSync(join(tmpdir(), 'thirty-holes-'))
  const isSeenBy = hole.spec.startsWith('e2e/') ? isDetectedByJourney : isDetectedBySpec
  const isSeen = await isSeenBy(number, hole, folder)
  rmSync(folder, { recursive: true })
  // What was ended by a signal has seen nothing.
  if (receivedSignal()) process.exit(1)
  if (!isSeen) missed += 1
  console.log(`${isSeen ? '✓ seen' : '✗ MISSED'}  ${hole.row}  ${hole.spec}: ${hole.testName}`)
}
console.log(`${missed} not seen.`)
process.exitCode = missed > 0 ? 1 : 0
