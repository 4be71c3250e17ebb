import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run, packageScript } from '../child-process.mjs'
import { filesUnder, fingerprint, isUpToDate } from './fingerprint.mjs'
import { exitWithError, printStatus } from '../status-output.mjs'

// Inside the folder that Vite empties first, so that an interrupted build is repeated.
const stampFile = 'frontend/dist/.built-from'

/** Builds the frontend when its sources have changed. */
export async function prepareFrontend() {
  const sources = [...filesUnder('frontend'), ...filesUnder('contracts')].filter(
    (file) => !/\.spec\.tsx?$/.test(file),
  )
  const current = fingerprint(['package-lock.json', 'tsconfig.json', ...sources])
  if (isUpToDate(stampFile, current) && existsSync(join(root, 'frontend/dist/index.html'))) return

  printStatus('Building the frontend …')
  const code = await run(node, [packageScript('vite'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'frontend'),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) exitWithError(`The frontend could not be built.`, code)
  writeFileSync(join(root, stampFile), current)
}
