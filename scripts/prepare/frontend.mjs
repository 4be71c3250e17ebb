// Builds the frontend when its sources have changed.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run } from '../child-process.mjs'
import { filesUnder, fingerprint, isUpToDate } from './fingerprint.mjs'
import { exitWithError, printStatus } from '../status-output.mjs'

/** The script that builds the frontend. */
export const buildScript = 'frontend/build/build.ts'
// Inside the folder that Vite empties first, so that an interrupted build is repeated.
const stampFile = 'frontend/dist/.built-from'

/**
 * The journeys also need the test languages; a build that has them serves for everything else, too.
 * @param {{ testLanguages?: boolean }} [options]
 */
export async function prepareFrontend({ testLanguages = false } = {}) {
  const sources = [...filesUnder('frontend'), ...filesUnder('contracts')].filter(
    (file) => !/\.spec\.tsx?$/.test(file),
  )
  const current = fingerprint(['package-lock.json', 'tsconfig.json', ...sources])
  const withTestLanguages = `${current} with test languages`
  const enough = testLanguages ? [withTestLanguages] : [current, withTestLanguages]
  if (
    enough.some((stamp) => isUpToDate(stampFile, stamp)) &&
    existsSync(join(root, 'frontend/dist/index.html'))
  )
    return

  printStatus('Building the frontend …')
  const code = await run(node, [buildScript], {
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...(testLanguages && { PSEUDO_LANGUAGES: '1' }),
    },
  })
  if (code !== 0)
    exitWithError(
      'The frontend could not be built. If packages are missing or damaged, delete the folder node_modules, then try again.',
      code,
    )
  writeFileSync(join(root, stampFile), testLanguages ? withTestLanguages : current)
}
