// Validates the files with the command lines of Docker and Kubernetes, where they are installed. No server is contacted.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeFile, tlsOverlayFile } from './compose.mjs'
import { manifestFolder } from './kubernetes.mjs'

/**
 * @param {string} folder absolute path of a checkout
 * @returns {string[]} one line for each finding
 */
export const cliFindings = (folder) => [...composeFindings(folder), ...kustomizeFindings(folder)]

/** @param {string} folder */
function composeFindings(folder) {
  if (!runs('docker', ['compose', 'version'])) return []
  const required = [composeFile, tlsOverlayFile].flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\$\{(\w+):\?/g),
  ])
  const env = { ...process.env, ...Object.fromEntries(required.map(([, name]) => [name, 'given'])) }
  return [[composeFile], [composeFile, tlsOverlayFile]].flatMap((files) => {
    const args = ['compose', ...files.flatMap((file) => ['--file', file]), '--project-directory', '.']
    const { status, stderr } = spawnSync('docker', [...args, 'config', '--quiet'], { cwd: folder, env })
    return status === 0 ? [] : [`docker compose config: ${String(stderr).trim()}`]
  })
}

/** @param {string} folder */
function kustomizeFindings(folder) {
  if (!runs('kubectl', ['version', '--client'])) return []
  const { status, stderr } = spawnSync('kubectl', ['kustomize', manifestFolder], { cwd: folder })
  return status === 0 ? [] : [`kubectl kustomize: ${String(stderr).trim()}`]
}

/**
 * @param {string} program
 * @param {string[]} args
 */
const runs = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
