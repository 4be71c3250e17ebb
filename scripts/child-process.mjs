// Runs programs with Node 24 from `node_modules`, and passes termination signals on to them.

import './required-node.cjs'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const nodeFolder = join(root, 'node_modules', 'node', 'bin')
const ownFolders = [nodeFolder, join(root, 'node_modules', '.bin')]
const systemFolders = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(root))

/** Node 24 from node_modules; the Node that runs this script may be older. */
export const node = join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node')

/** PATH without node_modules, for npm: it must not run on the Node that it may replace. */
export const systemPath = systemFolders.join(delimiter)

/** PATH on which `node` is Node 24, for all other programs. */
export const toolPath = [...ownFolders, ...systemFolders].join(delimiter)

/** @type {NodeJS.Signals | undefined} */
let signal

/** Returns the termination signal that this process has received, if any. */
export const receivedSignal = () => signal

/**
 * Runs a program in the foreground until it ends. Forwards the first termination signal and waits for a clean exit.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<number>} its exit code; 128 plus the signal number when a signal ended it
 */
export function run(command, args, options = {}, onStart = () => undefined) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: toolPath }
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env, ...options })
    const stop = forwardSignals(child)
    onStart(child)
    child.once('error', reject)
    child.once('close', (code, endSignal) => {
      stop()
      resolve(code ?? 128 + constants.signals[endSignal ?? 'SIGKILL'])
    })
  })
}

/**
 * Returns the script of a package's command, so that Node 24 can run it on every platform.
 * @param {string} name of the command
 * @param {string} [from] package that contains it
 */
export function packageScript(name, from = name) {
  const folder = join(root, 'node_modules', from)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  let sent = false
  /** @param {NodeJS.Signals} received */
  const forward = (received) => {
    // Ctrl-C in a terminal reaches the child too, which could take a second signal as "stop at once".
    const isAlreadySent = received === 'SIGINT' && process.stdin.isTTY
    if (!sent && !isAlreadySent) child.kill(received)
    sent = true
    signal = received
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM'])
  for (const each of signals) process.on(each, forward)
  return () => {
    for (const each of signals) process.off(each, forward)
  }
}
