// Installs the packages when they are missing or incomplete, or when a manifest or the lockfile has changed.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { node, receivedSignal, root, run, systemPath } from '../child-process.mjs'
import { fingerprint, isUpToDate } from './fingerprint.mjs'
import { exitWithError, printStatus } from '../status-output.mjs'

const stampFile = 'node_modules/.thirty-packages'

/** npm writes this file last: without it, packages may be incomplete, and npm itself does not notice which. */
const completionMark = 'node_modules/.package-lock.json'

/** There while npm changes packages: an update that was interrupted leaves an old completion mark. */
const updateMark = 'node_modules/.thirty-updating'

export async function preparePackages() {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = ['.', ...workspaces].map((folder) => join(folder, 'package.json'))
  const current = fingerprint(['package-lock.json', '.npmrc', ...manifests])
  const isComplete = exists(completionMark) && !exists(updateMark)
  if (isComplete && isUpToDate(stampFile, current) && existsSync(node)) return

  printStatus('Installing packages …')
  await (isComplete ? updatePackages() : npm(['ci']))
  if (!runs(node)) await npm(['rebuild', 'node', '--ignore-scripts=false'])
  if (!runs(node)) exitWithError(`Node 24 could not be installed for ${process.platform} ${process.arch}.`)
  installGitHooks()
  writeFileSync(join(root, stampFile), current)
}

/** Complete packages are updated, not deleted: other programs may be running from them. */
async function updatePackages() {
  writeFileSync(join(root, updateMark), '')
  // npm takes its changes back when it fails by itself.
  await npm(['install', '--no-save'], () => rmSync(join(root, updateMark)))
  rmSync(join(root, updateMark))
}

/** A start without a network must not wait for minutes: npm would try again after 10 and 60 seconds, and wait 5 minutes for a response. */
const networkSettings = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '4000',
  npm_config_fetch_timeout: '20000',
}

/**
 * @param {string[]} args
 * @param {() => void} [onFailure] called when npm fails, and was not interrupted
 */
async function npm(args, onFailure = () => undefined) {
  // Development packages are needed even with NODE_ENV=production: they contain Node 24 and build the frontend.
  // Errors only: npm may run on an older Node, and would warn that some packages need a newer one.
  const options = ['--include=dev', '--loglevel=error', '--no-audit', '--no-fund']
  let output = ''
  const code = await run(
    'npm',
    [...args, ...options],
    {
      stdio: ['ignore', 2, 'pipe'],
      shell: process.platform === 'win32',
      env: { ...networkSettings, ...process.env, PATH: systemPath },
    },
    (child) => child.stderr?.setEncoding('utf8').on('data', (chunk) => (output += chunk)),
  ).catch((/** @type {Error} */ error) => exitWithError(`npm could not be started: ${error.message}.`))
  if (receivedSignal()) process.exit(code || 1)
  if (code === 0) return
  onFailure()
  const networkError = networkErrors.exec(output)?.[0]
  if (networkError)
    exitWithError(
      `The packages could not be fetched: the registry of npm cannot be reached (${networkError}). Check the network or the proxy of npm, then try again.`,
      code,
    )
  printStatus(output)
  exitWithError(`npm ${args[0]} failed with code ${code}.`, code)
}

const networkErrors =
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E[A-Z]+TIMEOUT|request-timeout)\b|network timeout/

/** @param {string} file relative to the root */
const exists = (file) => existsSync(join(root, file))

/** @param {string} program */
const runs = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

function installGitHooks() {
  if (process.env['CI'] || !existsSync(join(root, '.git'))) return
  spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
}
