import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readBlockFile } from '@thirty/infra/files/block-file.ts'

// node start.ts <folder>: reads, verifies and decompresses all snapshots of the read models in a folder once, without parsing
// them, and prints the milliseconds.

const snapshots = join(process.argv[2] ?? '', 'snapshots', 'read-models')
const start = performance.now()
for (const name of await readdir(snapshots)) {
  const file = await readBlockFile(join(snapshots, name))
  if (file === undefined) throw new Error(`The snapshot ${name} is damaged.`)
  for (const block of file.stored) block.read()
}
console.log(performance.now() - start)
