// npm run accept-screens: takes a screenshot of every screen, and accepts it as what the journeys compare with from now on. The accepted
// screenshots stay as they are if a journey fails.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, packageScript, root, run } from './child-process.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'
import { preparePrograms } from './prepare/programs.mjs'

const accepted = join(root, 'e2e/accepted')
const before = join(root, 'test-results/accepted-before')

await preparePackages()
await prepareFrontend()
await preparePrograms()
const { default: sharp } = await import('sharp')

rmSync(before, { recursive: true, force: true })
if (existsSync(accepted)) cpSync(accepted, before, { recursive: true })
// Screenshots of screens that no longer exist must not stay.
rmSync(accepted, { recursive: true, force: true })
const code = await run(node, [
  packageScript('playwright', '@playwright/test'),
  'test',
  'e2e/screens.spec.ts',
  '--project=journeys',
  '--project=long',
  '--update-snapshots=all',
])
process.exitCode = code
if (code === 0) {
  for (const name of readdirSync(accepted)) await reduceColours(join(accepted, name))
} else {
  rmSync(accepted, { recursive: true, force: true })
  if (existsSync(before)) cpSync(before, accepted, { recursive: true })
}

/**
 * Screens are flat areas and text: 128 colours are enough, in half of the bytes.
 * @param {string} file
 */
async function reduceColours(file) {
  const image = sharp(readFileSync(file)).png({ palette: true, colours: 128, effort: 10, dither: 0 })
  writeFileSync(file, await image.toBuffer())
}
