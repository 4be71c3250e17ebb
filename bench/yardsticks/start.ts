import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { readParts } from '@thirty/infra/read-models/memory/saved-read-model.ts'

// node start.ts <folder>: reads, verifies and decompresses all snapshots of the read models in a folder once, without parsing
// them, and prints the milliseconds.

const snapshots = join(process.argv[2] ?? '', 'snapshots', 'read-models')
const start = performance.now()
for (const name of await readdir(snapshots))
  for (const part of (await readParts(join(snapshots, name))) ?? []) zstdDecompressSync(part)
console.log(performance.now() - start)
