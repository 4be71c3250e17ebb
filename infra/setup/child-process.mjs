import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const nodeFolder = join(root, 'node_modules', 'node', 'bin')
const ours = [nodeFolder, join(root, 'node_modules', '.bin')]
const others = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(root))

/** The Node 24 that comes with the packages. Whoever typed the command may have an older one. */
export const node = join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node')

/** PATH without our own packages: for npm, which must not run on a Node that it is about to replace. */
export const systemPath = others.join(delimiter)

/** PATH on which `node` is Node 24: for everything else. */
export const toolPath = [...ours, ...others].join(delimiter)

/** @type {NodeJS.Signals | undefined} */
let signal

/** The signal that asked us to end, if one did. */
export const receivedSignal = () => signal

/**
 * Runs a program in the foreground until it ends. A signal for us goes on to it, once, and we wait for its clean end.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 and more when a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: toolPath }
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env, ...options })
    const stop = forwardSignals(child)
    child.once('error', reject)
    child.once('close', (code, endedBy) => {
      stop()
      resolve(code ?? 128 + constants.signals[endedBy ?? 'SIGKILL'])
    })
  })
}

/**
 * The script behind a package's command, so that Node 24 runs it on every platform.
 * @param {string} name of the command
 * @param {string} [from] package that brings it
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
    // At a terminal Ctrl-C reaches the whole group: the child has it already, and a second one could mean "at once".
    const hasItAlready = received === 'SIGINT' && process.stdin.isTTY
    if (!sent && !hasItAlready) child.kill(received)
    sent = true
    signal = received
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM'])
  for (const each of signals) process.on(each, forward)
  return () => {
    for (const each of signals) process.off(each, forward)
  }
}
