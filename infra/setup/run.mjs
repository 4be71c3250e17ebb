// node infra/setup/run.mjs <file> [arguments]: prepares the checkout, then runs the file with Node 24.
import { node, run } from './child-process.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
await prepareFrontend()
// Without this, glibc keeps freed pixels of images for each thread. The Dockerfile sets the same.
process.env['MALLOC_ARENA_MAX'] ??= '1'
// Read models are in memory; those of a million participants exceed Node's default limit.
process.exitCode = await run(node, ['--max-old-space-size-percentage=75', ...process.argv.slice(2)])
