// Checks that every image has an exact version, so that the tested image is also deployed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryEnvironment, nodeOptions } from '../node-options.mjs'
import { buildScript } from '../prepare/frontend.mjs'

const dockerfile = 'infra/deploy/Dockerfile'
const exactVersion =
  /:(RELEASE\.[\dTZ-]+|v?\d+\.\d+\.\d+[\w.-]*)(@sha256:[0-9a-f]{64})?$|@sha256:[0-9a-f]{64}$/

/**
 * @param {string} where
 * @param {string} image
 * @returns {string[]}
 */
export const imageFindings = (where, image) =>
  exactVersion.test(image) ? [] : [`${where}: ${image} has no exact version.`]

/**
 * Checks the base images and the final settings of the Dockerfile.
 * @param {string} folder absolute path of a checkout
 * @returns {string[]}
 */
export function dockerfileFindings(folder) {
  const lines = readFileSync(join(folder, dockerfile), 'utf8').split('\n')
  const stages = lines.flatMap((line) => /^FROM\s+(\S+)(?:\s+AS\s+(\S+))?/i.exec(line) ?? [])
  const images = lines.flatMap((line) => /^FROM\s+(\S+)/i.exec(line)?.[1] ?? [])
  const bases = images.filter((name) => !stages.slice(2).includes(name) || name.includes(':'))
  const node = readFileSync(join(folder, '.node-version'), 'utf8').trim()
  const users = lines.flatMap((line) => /^USER\s+(\S+)/.exec(line)?.[1] ?? [])
  return [
    ...(bases.length === 0 ? [`${dockerfile}: there is no base image.`] : []),
    ...bases.flatMap((image) => imageFindings(dockerfile, image)),
    ...bases
      .filter((image) => image.startsWith('node:') && !image.startsWith(`node:${node}-`))
      .map((image) => `${dockerfile}: ${image} is not Node ${node}, with which everything is tested.`),
    ...(['root', '0', undefined].includes(users.at(-1)) ? [`${dockerfile}: USER must not be root.`] : []),
    ...(lines.some((line) => line.startsWith('RUN ') && line.endsWith(` node ${buildScript}`))
      ? []
      : [`${dockerfile}: ${buildScript} does not build the frontend, as npm start does.`]),
    ...['HEALTHCHECK', 'ENTRYPOINT']
      .filter((instruction) => !lines.some((line) => line.startsWith(`${instruction} `)))
      .map((instruction) => `${dockerfile}: ${instruction} is missing.`),
    ...nodeOptions
      .filter((option) => !lines.some((line) => line.includes(`"${option}"`)))
      .map((option) => `${dockerfile}: ENTRYPOINT lacks ${option}, with which npm start runs the product.`),
    ...Object.entries(memoryEnvironment)
      .map(([name, value]) => `${name}=${value}`)
      .filter((variable) => !lines.includes(`ENV ${variable}`))
      .map((variable) => `${dockerfile}: ENV ${variable} is missing, with which npm start runs the product.`),
  ]
}
