// npm run mutations [-- T08 …]: applies one mutation after the other, and expects the named test to fail each time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { receivedSignal } from '../child-process.mjs'
import { preparePrograms } from '../prepare/programs.mjs'
import { mutations } from './mutations.mjs'
import { isDetectedByJourney, isDetectedBySpec } from './detection.mjs'

const rows = process.argv.slice(2)
await preparePrograms()
let undetected = 0
for (const [number, mutation] of mutations.entries()) {
  if (rows.length > 0 && !rows.includes(mutation.row)) continue
  const folder = mkdtempSync(join(tmpdir(), 'thirty-mutations-'))
  const isDetectedBy = mutation.spec.startsWith('e2e/') ? isDetectedByJourney : isDetectedBySpec
  const isDetected = await isDetectedBy(number, mutation, folder)
  rmSync(folder, { recursive: true })
  // A test that a signal stopped has detected nothing.
  if (receivedSignal()) process.exit(1)
  if (!isDetected) undetected += 1
  console.log(
    `${isDetected ? '✓ detected' : '✗ UNDETECTED'}  ${mutation.row}  ${mutation.spec}: ${mutation.testName}`,
  )
}
console.log(`${undetected} undetected.`)
process.exitCode = undetected > 0 ? 1 : 0
