// npm run accept-screens: takes a screenshot of every screen, and accepts it as what the journeys compare with from now on.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, packageScript, root, run } from './child-process.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'
import { preparePrograms } from './prepare/programs.mjs'

const accepted = join(root, 'e2e/accepted')

await preparePackages()
await prepareFrontend()
await preparePrograms()
rmSync(accepted, { recursive: true, force: true })
process.exitCode = await run(node, [
  packageScript('playwright', '@playwright/test'),
  'test',
  'e2e/screens.spec.ts',
  '--update-snapshots=all',
])
// Screens are flat areas and text: 128 colours are enough, in a third of the bytes.
const { default: sharp } = await import('sharp')
for (const file of readdirSync(accepted).map((name) => join(accepted, name)))
  writeFileSync(
    file,
    await sharp(readFileSync(file)).png({ palette: true, colours: 128, effort: 10 }).toBuffer(),
  )
