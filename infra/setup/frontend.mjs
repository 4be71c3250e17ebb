import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run, script } from './child.mjs'
import { filesUnder, fingerprint, isFresh } from './fingerprint.mjs'
import { giveUp, say } from './say.mjs'

// Inside the folder that Vite empties first, so that a build that was cut short counts as none.
const mark = 'frontend/dist/.built-from'

/** Builds the frontend when something that goes into it has changed. */
export async function prepareFrontend() {
  const sources = [...filesUnder('frontend'), ...filesUnder('contracts')].filter(
    (file) => !/\.spec\.tsx?$/.test(file),
  )
  const wanted = fingerprint(['package-lock.json', 'tsconfig.json', ...sources])
  if (isFresh(mark, wanted) && existsSync(join(root, 'frontend/dist/index.html'))) return

  say('Building the frontend …')
  const code = await run(node, [script('vite'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'frontend'),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) giveUp(`The frontend could not be built.`, code)
  writeFileSync(join(root, mark), wanted)
}
