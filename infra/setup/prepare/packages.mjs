import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { node, systemPath, root, run } from '../child-process.mjs'
import { fingerprint, isUpToDate } from './fingerprint.mjs'
import { exitWithError, printStatus } from '../status-output.mjs'

const stampFile = 'node_modules/.thirty-packages'

/** Installs the packages when they are missing, or when a manifest or the lockfile has changed. */
export async function preparePackages() {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = ['.', ...workspaces].map((folder) => join(folder, 'package.json'))
  const current = fingerprint(['package-lock.json', '.npmrc', ...manifests])
  if (isUpToDate(stampFile, current) && existsSync(node)) return

  printStatus('Installing packages …')
  // Existing packages are updated, not deleted: other programs may be running from them.
  await npm(existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'])
  if (!runs(node)) await npm(['rebuild', 'node', '--ignore-scripts=false'])
  if (!runs(node)) exitWithError(`Node 24 could not be installed for ${process.platform} ${process.arch}.`)
  installGitHooks()
  writeFileSync(join(root, stampFile), current)
}

/** @param {string[]} args */
async function npm(args) {
  // Development packages are needed even with NODE_ENV=production: they contain Node 24 and build the frontend.
  // Errors only: npm may run on an older Node, and would warn that some packages need a newer one.
  const options = ['--include=dev', '--loglevel=error', '--no-audit', '--no-fund']
  const code = await run('npm', [...args, ...options], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: systemPath },
  })
  if (code !== 0) exitWithError(`npm ${args[0]} failed with code ${code}.`, code)
}

/** @param {string} program */
const runs = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

function installGitHooks() {
  if (process.env['CI'] || !existsSync(join(root, '.git'))) return
  spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
}
