// Every image is named with an exact version: what was tested is what runs tomorrow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const dockerfile = 'infra/deploy/Dockerfile'
const exact = /:(RELEASE\.[\dTZ-]+|v?\d+\.\d+\.\d+[\w.-]*)(@sha256:[0-9a-f]{64})?$|@sha256:[0-9a-f]{64}$/

/**
 * @param {string} where
 * @param {string} image
 * @returns {string[]}
 */
export const imageFaults = (where, image) =>
  exact.test(image) ? [] : [`${where}: ${image} has no exact version.`]

/**
 * What is wrong with the images that ours is made of.
 * @param {string} folder absolute path of a checkout
 * @returns {string[]}
 */
export function dockerfileFaults(folder) {
  const lines = readFileSync(join(folder, dockerfile), 'utf8').split('\n')
  const stages = lines.flatMap((line) => /^FROM\s+(\S+)(?:\s+AS\s+(\S+))?/i.exec(line) ?? [])
  const froms = lines.flatMap((line) => /^FROM\s+(\S+)/i.exec(line)?.[1] ?? [])
  const bases = froms.filter((name) => !stages.slice(2).includes(name) || name.includes(':'))
  const node = readFileSync(join(folder, '.node-version'), 'utf8').trim()
  const users = lines.flatMap((line) => /^USER\s+(\S+)/.exec(line)?.[1] ?? [])
  return [
    ...(bases.length === 0 ? [`${dockerfile}: there is no image to begin with.`] : []),
    ...bases.flatMap((image) => imageFaults(dockerfile, image)),
    ...bases
      .filter((image) => image.startsWith('node:') && !image.startsWith(`node:${node}-`))
      .map((image) => `${dockerfile}: ${image} is not the Node ${node} that everything is tested with.`),
    ...(['root', '0', undefined].includes(users.at(-1)) ? [`${dockerfile}: USER must not be root.`] : []),
    ...['HEALTHCHECK', 'ENTRYPOINT']
      .filter((word) => !lines.some((line) => line.startsWith(`${word} `)))
      .map((word) => `${dockerfile}: ${word} is missing.`),
  ]
}
