// npm run holes [-- T08 …]: takes each defence out in turn, and expects the test that is named to fail.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { interrupted } from '../child.mjs'
import { preparePrograms } from '../programs.mjs'
import { holes } from './holes.mjs'
import { isSeenByJourney, isSeenBySpec } from './seen.mjs'

const rows = process.argv.slice(2)
await preparePrograms()
let missed = 0
for (const [number, hole] of holes.entries()) {
  if (rows.length > 0 && !rows.includes(hole.row)) continue
  const folder = mkdtempSync(join(tmpdir(), 'thirty-holes-'))
  const isSeenBy = hole.spec.startsWith('e2e/') ? isSeenByJourney : isSeenBySpec
  const isSeen = await isSeenBy(number, hole, folder)
  rmSync(folder, { recursive: true })
  // What was ended by a signal has seen nothing.
  if (interrupted()) process.exit(1)
  if (!isSeen) missed += 1
  console.log(`${isSeen ? '✓ seen' : '✗ MISSED'}  ${hole.row}  ${hole.spec}: ${hole.shows}`)
}
console.log(`${missed} not seen.`)
process.exitCode = missed > 0 ? 1 : 0
